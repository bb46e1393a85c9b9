/**
 * The merchant of a gateway that runs without a configuration. Everybody knows its keys: they are for a gateway on this
 * machine only.
 */
export const demoCredentials = {
  mchId: 'DEMO1001',
  mchKey: 'demo-mch-key',
  mchSecret: 'demo-mch-secret',
} as const;

/** The port that `inrgate serve` listens on unless it is told otherwise. */
export const defaultPort = 4300;

/** Where `inrgate serve` is unless it is told otherwise. */
export const defaultOrigin = `http://127.0.0.1:${defaultPort}` as const;
