/**
 * Credentials of the demo merchant of a gateway without a configuration. The keys are public, so use them only with a
 * gateway on your own machine.
 */
export const demoCredentials = {
  mchId: 'DEMO1001',
  mchKey: 'demo-mch-key',
  mchSecret: 'demo-mch-secret',
} as const;

export const defaultPort = 4300;

export const defaultOrigin = `http://127.0.0.1:${defaultPort}` as const;
