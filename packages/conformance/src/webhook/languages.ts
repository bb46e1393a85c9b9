/** The languages of the code in `fix`, the same as in `inrgate explain`. */
export const checkLanguages = ['php', 'python', 'java', 'go', 'node'] as const;

/** Language of the code in `fix`. */
export type CheckLanguage = (typeof checkLanguages)[number];
