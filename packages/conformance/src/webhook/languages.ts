/** The languages that `fix` can show code in, as `inrgate explain` does. */
export const checkLanguages = ['php', 'python', 'java', 'go', 'node'] as const;

/** One of them. */
export type CheckLanguage = (typeof checkLanguages)[number];
