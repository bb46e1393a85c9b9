/**
 * A program that makes a payment, from the shop's call to the verified callback, and then checks the shop's endpoint.
 */
const day = `
  const gateway = await createMockGateway();
  const { baseUrl } = await gateway.listen();
  const client = new GatewayClient({ baseUrl, ...gateway.merchant });
  const payin = await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' });
  await gateway.payins.pay(payin.orderNo);
  const [{ body, format }] = (await gateway.callbacks.list()).items;
  const callback = verifyCallback(body, { contentType: 'application/' + format, ...gateway.merchant });
  await gateway.close();
  const endpoint = createServer(callbackMiddleware({ ...gateway.merchant, onPayin: () => {} }));
  await once(endpoint.listen(0, '127.0.0.1'), 'listening');
  const url = 'http://127.0.0.1:' + endpoint.address().port;
  const { passed, failed } = await checkWebhook(url, { ...gateway.merchant, cases: ['payin-json'] });
  endpoint.close();
  process.stdout.write(JSON.stringify([payin.status, callback.kind, callback.status, passed > 0, failed]));`;

export const paid = '["pending","payin","success",true,0]';

/** Programs of a merchant, by file name. */
export const sources: Readonly<Record<string, string>> = {
  'day.mjs': `import { once } from 'node:events';
    import { createServer } from 'node:http';
    import { checkWebhook } from '@inrgate/conformance';
    import { createMockGateway } from '@inrgate/mock-gateway';
    import { GatewayClient } from '@inrgate/sdk';
    import { verifyCallback } from '@inrgate/sdk/callbacks';
    import { callbackMiddleware } from '@inrgate/sdk/express';
    ${day}`,
  'day.cjs': `const { once } = require('node:events');
    const { createServer } = require('node:http');
    const { checkWebhook } = require('@inrgate/conformance');
    const { createMockGateway } = require('@inrgate/mock-gateway');
    const { GatewayClient } = require('@inrgate/sdk');
    const { verifyCallback } = require('@inrgate/sdk/callbacks');
    const { callbackMiddleware } = require('@inrgate/sdk/express');
    (async () => {${day}})();`,
  'shop.ts': `import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
    import { checkWebhook, type CheckReport } from '@inrgate/conformance';
    import { GatewayClient, type Payin } from '@inrgate/sdk';
    import { type Callback, verifyCallback } from '@inrgate/sdk/callbacks';
    export async function pay(amount: string): Promise<readonly [Payin, Callback | undefined, CheckReport]> {
      const gateway: MockGateway = await createMockGateway({ settings: { usdtRate: '91.0000' } });
      const client = new GatewayClient({ baseUrl: gateway.baseUrl, ...gateway.merchant });
      const payin = await client.payins.create({ mchOrderNo: 'ORDER-1', amount });
      const paid = await gateway.payins.pay(payin.orderNo);
      const [sent] = (await gateway.callbacks.list({ orderNo: paid.orderNo })).items;
      const options = { contentType: 'application/json', ...gateway.merchant };
      const report = await checkWebhook('http://127.0.0.1:3000/callbacks', gateway.merchant);
      return [payin, sent && verifyCallback(sent.body, options), report];
    }`,
};
