import type { OpenShopGateway } from '@inrgate/conformance';
import { createMockGateway } from '@inrgate/mock-gateway';
import { demoCredentials } from '@inrgate/sdk/basics';

/** Opens a gateway with the demo merchant in this process, for `inrgate check shop`. */
export const openShopGateway: OpenShopGateway = async ({ origin, callbackUrl, sender }) => {
  const gateway = await createMockGateway({
    merchants: [{ ...demoCredentials, callbackUrl }],
    settings: { rateLimitPerMinute: null, signatureLock: null },
    clock: { mode: 'frozen' },
    origin,
    sender,
  });
  return {
    merchant: gateway.merchant,
    fetch: gateway.fetch,
    sendAs: async (callbackFormat) =>
      void (await gateway.merchants.update(gateway.merchant.mchId, { callbackFormat })),
    pay: async (orderNo, paidAmount) => void (await gateway.payins.pay(orderNo, { paidAmount })),
    fail: async (orderNo) => void (await gateway.payins.fail(orderNo)),
    advance: async (by) => void (await gateway.clock.advance(by)),
    close: gateway.close,
  };
};
