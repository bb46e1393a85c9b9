export type Environment = Readonly<Record<string, string | undefined>>;

export const variables = {
  baseUrl: 'INRGATE_BASE_URL',
  legacyBaseUrl: 'INRGATE_LEGACY_BASE_URL',
  mchId: 'INRGATE_MCH_ID',
  mchKey: 'INRGATE_MCH_KEY',
  mchSecret: 'INRGATE_MCH_SECRET',
} as const;

/** Trims the value, because a file of secrets often ends in a line break. */
export function variable(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}
