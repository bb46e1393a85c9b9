import { describe, expect, it } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import { type Judged, judged } from '../exchanges/judged.ts';
import { callerOf, openGateway } from '../scenarios/harness.ts';
import { failStatements } from '../scenarios/statements.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import { booksOf, expectRejection } from './expect.ts';
import { gatewayPerTest, type Open } from './gateway-per-test.ts';
import { wireContract } from './wire.contract.ts';

const inProcess: Open = async (options) => {
  const gateway = await createMockGateway(options);
  return {
    gateway,
    send: (path, init) => gateway.fetch(gateway.url + path, init),
    close: () => gateway.close(),
  };
};

const judgements: Judged[] = [];

/** Opens a gateway and judges each exchange, like the traffic of a shop. */
const judgedInProcess: Open = async (options) => {
  const reached = await inProcess(options);
  const { gateway, send } = reached;
  // Copy the merchant, because a test changes its key.
  const known = { ...gateway.merchant };
  const judging = judged(async (path, init) => {
    Object.assign(known, await gateway.merchants.get(known.mchId));
    return send(path, init);
  }, known);
  judgements.push(judging);
  return { ...reached, send: judging.send };
};

wireContract('in process', judgedInProcess, { fuzzed: 30, together: 'neighbours' });
concurrencyContract(inProcess);

it('the traffic check reports nothing about correct responses', () => {
  expect(judgements.length).toBeGreaterThan(100);
  // Exclude violations by requests, because the gateway must reject these requests.
  const broken = judgements.flatMap((one) => one.broken).filter(({ about }) => about !== 'request');
  expect(broken.slice(0, 20)).toEqual([]);
});

describe('gateway.fetch', () => {
  const at = gatewayPerTest(inProcess);

  it('gateway.fetch treats a truncated body as unreadable [reading:order.5]', async () => {
    const before = await booksOf(at.gateway);
    const headers = { 'content-type': 'application/json' };
    for (const path of ['/v3/payin', '/v1/create-link.php']) {
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
      const answer = await at.caller.request(path, { method: 'POST', headers, body, duplex: 'half' });
      expect(answer).toMatchObject({ status: 400, error: 'invalid_request' });
    }
    expect(await booksOf(at.gateway)).toEqual(before);
  });

  it('gateway.fetch reads an endless body only up to the limit [reading:order.3]', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1024;
        controller.enqueue(new Uint8Array(1024));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await at.caller.request('/v3/payin', { method: 'POST', headers, body, duplex: 'half' });
    expectRejection(answer, 413, 'payload_too_large');
    expect(pulled).toBeLessThan(65_536 + 4096);
  });

  it('gateway.fetch returns 500 server_error without the cause of an internal error [spec:errors.server_error]', async () => {
    const causes: unknown[] = [];
    const gateway = await openGateway({ onError: (cause) => causes.push(cause) });
    failStatements(/^COMMIT/);
    const answer = await callerOf(gateway).payin();
    expectRejection(answer, 500, 'server_error');
    expect(answer.text).not.toMatch(/store|memory|space/i);
    expect(causes).toHaveLength(1);
  });
});
