/**
 * A merchant's program for any runtime. The program imports only the SDK, and uses only features of the web platform
 * that every runtime supports.
 */
import { GatewayClient } from '@inrgate/sdk';
import { createCallbackHandler, verifyCallback } from '@inrgate/sdk/callbacks';
import { signedCallback } from '@inrgate/sdk/testing';

const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

/** @param {Promise<unknown>} call */
async function failureOf(call) {
  const { name, code, reason, outcome, attempts } = await call.then(
    () => ({}),
    (error) => error,
  );
  return { name, code, reason, outcome, attempts };
}

/** @param {string} baseUrl @param {string} closedUrl URL of a port without a server */
async function calls(baseUrl, closedUrl) {
  /** @param {object} body */
  const fault = (body) =>
    fetch(new URL('/_mock/faults', baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ times: 1, ...body }),
    });
  const client = new GatewayClient({ baseUrl, ...credentials, backoff: 0 });
  const mchOrderNo = `R-${crypto.randomUUID().slice(0, 8)}`;
  await fault({ endpoint: 'payin', phase: 'after', action: { kind: 'status', status: 503 } });
  const created = await client.payins.create({ mchOrderNo, amount: '500.00' }).withResponse();
  const found = await client.payins.retrieve({ mchOrderNo });
  await fault({ endpoint: 'check-gateway-balance', phase: 'before', action: { kind: 'hang' } });
  const hanging = client.balance.retrieve({ timeout: 500, maxRetries: 0 });
  const late = await failureOf(hanging);
  await fault({ endpoint: 'check-gateway-balance', phase: 'before', action: { kind: 'drop' } });
  const dropped = await failureOf(client.balance.retrieve({ maxRetries: 0 }));
  const signal = AbortSignal.timeout(0);
  return {
    attempts: created.response.attempts.map(({ status, outcome }) => [status, outcome]),
    found: [found.status, found.amount],
    unknown: await failureOf(client.payins.retrieve({ mchOrderNo: 'NONE' })),
    wrongKey: await failureOf(
      new GatewayClient({ baseUrl, ...credentials, mchKey: 'x' }).payins.retrieve({ mchOrderNo }),
    ),
    noServer: await failureOf(
      new GatewayClient({ ...credentials, baseUrl: closedUrl, maxRetries: 0 }).balance.retrieve(),
    ),
    late,
    dropped,
    aborted: (await failureOf(client.balance.retrieve({ signal }))).name,
  };
}

async function callbacks() {
  const { body, contentType } = signedCallback('payin', credentials, { mchOrderNo: 'ORDER-1' });
  const forged = body.replace('ORDER-1', 'ORDER-2');
  /** @type {string[]} */
  const credited = [];
  const handle = createCallbackHandler({
    ...credentials,
    onPayin: ({ mchOrderNo }) => void credited.push(mchOrderNo),
  });
  const deliver = async (/** @type {string} */ text) => {
    const headers = { 'content-type': contentType };
    const request = new Request('https://shop.example/', { method: 'POST', headers, body: text });
    const response = await handle(request);
    return [response.status, await response.text()];
  };
  return {
    verified: verifyCallback(body, { contentType, ...credentials }).kind,
    refused: await failureOf(
      Promise.resolve().then(() => verifyCallback(forged, { contentType, ...credentials })),
    ),
    responses: [await deliver(body), await deliver(body), (await deliver(forged))[0]],
    credited,
  };
}

/** @param {string} baseUrl @param {string} closedUrl */
export async function shop(baseUrl, closedUrl) {
  return { ...(await calls(baseUrl, closedUrl)), ...(await callbacks()) };
}
