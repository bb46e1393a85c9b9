import fc from 'fast-check';
import { expect } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { alive } from '../alive.ts';
import { openGateway } from '../scenarios/harness.ts';
import { booksOf } from '../wire/expect.ts';
import { bodies, contentTypes, formBodies, paths } from './bodies.ts';

/** Content that breaks common parsers: deeply nested, long, repeated or escaped. */
const nasty = fc.oneof(
  fc.integer({ min: 1, max: 32_000 }).map((depth) => '['.repeat(depth)),
  fc
    .integer({ min: 1, max: 30_000 })
    .map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`.slice(0, 70_000)),
  fc
    .integer({ min: 65_530, max: 65_545 })
    .map((length) => JSON.stringify({ mchId: 'x'.repeat(length - 12) })),
  fc.integer({ min: 1, max: 5_000 }).map((count) => 'a[]=1&'.repeat(count)),
  fc.constantFrom(
    '{"mchId":"DEMO1001","mchId":"DEMO1002"}',
    '{"mchId":"DEMO1001","mch\\u0049d":"DEMO1002"}',
    '{"__proto__":{"mchId":"DEMO1001"},"constructor":{"prototype":{}}}',
    '{"amount":1e400,"mchOrderNo":-0,"sign":9007199254740993}',
    '{"amount":"\\ud800","mchId":"\\u0000"}',
    '\uFEFF{"mchId":"DEMO1001"}',
    '\u001f\u008b\u0008\u0000\u0000',
    'mchId=%zz&amount=%00&sign=%ud800',
    'mchId=DEMO1001&mchId=DEMO1001&__proto__=1&constructor.prototype=1',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    "mchId=DEMO1001' OR '1'='1&mchOrderNo=A;DROP TABLE payins",
  ),
);

const anyPath = fc.oneof(
  { weight: 8, arbitrary: paths },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '/v1/link-status.php',
      '/v3/payin/',
      '/v3/nothing',
      '/V3/PAYIN',
      '/v3/payin%00',
      '/v3/../v3/payin',
      '/v3/%2e%2e/payin',
      '/v3',
      '/v1/',
    ),
  },
);

const headers = fc.dictionary(
  fc.constantFrom(
    'content-type',
    'x-api-key',
    'x-forwarded-for',
    'accept',
    'content-encoding',
    'range',
    'cookie',
  ),
  fc.oneof(contentTypes, fc.string({ unit: fc.constantFrom(...'aZ09 ,;:="%'), maxLength: 200 })),
  { maxKeys: 4 },
);

const requests = fc.record({
  path: anyPath,
  query: fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    formBodies.map((text) => `?${text.replaceAll('#', '%23')}`),
  ),
  method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET'),
  headers,
  body: fc.oneof({ weight: 30, arbitrary: bodies }, { weight: 1, arbitrary: nasty }),
});

const longest = 1_000;
/** Maximum number of bytes in use, including the full request log. */
const kept = 80 * 2 ** 20;

export interface Size {
  readonly count: number;
  readonly seed: number;
}

/** Expects that each request gets its own error in less than a second and changes nothing. */
export async function expectRejected({ count, seed }: Size): Promise<void> {
  const gateway = await openGateway({ settings: { rateLimitPerMinute: null, signatureLock: null } });
  const before = await booksOf(gateway);
  const aliveBefore = await alive();
  const seen = new Set<number>();
  const hurry = new Hurry();
  const property = fc.asyncProperty(requests, async ({ path, query, method, headers: sent, body }) => {
    const init = { method, headers: sent, ...(method === 'GET' ? {} : { body }) };
    const { status } = await hurry.in(() => answered(gateway, path + query, init));
    // Throw directly, because `expect` would take a noticeable part of the time.
    if (status < 400 || status >= 500) throw new Error(`the response is ${status}, not 4xx`);
    seen.add(status);
  });
  await fc.assert(property, { numRuns: count, seed });
  expect(await booksOf(gateway)).toEqual(before);
  // Each check must have rejected a request: the checks of IP addresses, methods, sizes, bodies and signatures.
  expect([...seen]).toEqual(expect.arrayContaining([400, 401, 404, 405, 413]));
  expect((await alive()) - aliveBefore).toBeLessThan(kept);
}

/** Checks that no request takes a second of CPU time. Uses CPU time, because other processes share the machine. */
class Hurry {
  #done = 0;
  #used = process.cpuUsage();

  async in<T>(work: () => Promise<T>): Promise<T> {
    // Reads the CPU time once per hundred requests, because reading it takes as long as half a request.
    if (this.#done++ % 100 === 0) this.#used = process.cpuUsage();
    const started = performance.now();
    const result = await work();
    if (performance.now() - started < longest) return result;
    const { user, system } = process.cpuUsage(this.#used);
    expect((user + system) / 1_000).toBeLessThan(longest);
    return result;
  }
}

async function answered(gateway: MockGateway, target: string, init: RequestInit): Promise<Response> {
  const response = await gateway.fetch(gateway.url + target, init);
  await response.arrayBuffer();
  return response;
}
