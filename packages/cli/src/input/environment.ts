/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of the environment; each is also a field of a profile. */
export const variables = {
  baseUrl: 'INRGATE_BASE_URL',
  legacyBaseUrl: 'INRGATE_LEGACY_BASE_URL',
  mchId: 'INRGATE_MCH_ID',
  mchKey: 'INRGATE_MCH_KEY',
  mchSecret: 'INRGATE_MCH_SECRET',
} as const;

/** A variable without the white space around it: a file of secrets ends in a line break, which is no part of a key. */
export function variable(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}
