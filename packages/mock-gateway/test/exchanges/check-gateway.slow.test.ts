import { describe, expect, it } from 'vitest';
import { check, finding, found, itReports, opened } from './check-gateway.ts';
import { deviations } from './deviations.ts';

// Test only every fifteenth deviation, because the traffic check tries all of them with the same judge.
describe('deviating responses', () => itReports(deviations.filter((_, at) => at % 15 === 0)));

/** Gateways that interpret requests differently. */
const readings: readonly {
  readonly name: string;
  readonly clause: string;
  /** Method of the requests that the difference affects, by default POST. */
  readonly method?: string;
  readonly change: (init: RequestInit, text: string) => RequestInit;
}[] = [
  {
    name: 'a lower-case signature is accepted',
    clause: 'reading:params.upper-case-sign',
    change: (init, text) => ({
      ...init,
      body: text.replace(/"sign":"([0-9a-f]{32})"/, (_, sign) => `"sign":"${sign.toUpperCase()}"`),
    }),
  },
  {
    name: 'JSON numbers are amounts',
    clause: 'reading:params.amount',
    change: (init, text) => ({ ...init, body: text.replace('"amount":1.00', '"amount":"1.00"') }),
  },
  {
    name: 'the content type does not matter',
    clause: 'reading:order.5',
    change: (init, text) => ({
      ...init,
      body: text,
      headers: {
        'content-type': text.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded',
      },
    }),
  },
  {
    name: 'every method returns the response of POST',
    clause: 'spec:errors.use_post',
    method: 'PUT',
    change: (init, text) => ({ ...init, method: 'POST', body: text }),
  },
  {
    name: 'a body may be of any size',
    clause: 'spec:errors.payload_too_large',
    change: (init, text) => (text.length > 65_536 ? { ...init, body: '{}' } : init),
  },
];

describe('another interpretation of the requests', () => {
  it.each(readings)(
    'the gateway check reports the interpretation "$name": $clause',
    async ({ clause, change, method = 'POST' }) => {
      const gateway = await opened();
      const report = await check(gateway, {}, (path, init = {}) => {
        const text = init.body === undefined ? '' : Buffer.from(init.body as Uint8Array).toString();
        const isOurs = path.startsWith('/v3') && init.method === method && !/[^\x20-\x7e\n]/.test(text);
        return gateway.fetch(gateway.url + path, isOurs ? change(init, text) : init);
      });
      expect(found(report)).toContain(finding(clause));
    },
  );
});
