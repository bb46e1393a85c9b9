import { GatewayClient, isConfigurationError } from '@inrgate/sdk';
import {
  type Callback,
  callbackReasons,
  createCallbackHandler,
  isCallbackVerificationError,
} from '@inrgate/sdk/callbacks';
import { signedCallback } from '@inrgate/sdk/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/any-text.ts';
import { printedSeed } from '../../../../test/seed.ts';
import { openGateway } from '../scenarios/harness.ts';
import { ScriptedNetwork } from '../scenarios/sender.ts';

// The handler must accept every value that the gateway accepts and returns in a callback. Otherwise the handler would
// reject every attempt.

const amount = '500.37';
const notifyUrl = 'https://shop.example/callbacks';

/**
 * Strings that a merchant could use and that are critical for the verification: separators, field names, URLs, escapes.
 */
const piece = fc.oneof(
  fc.constantFrom(
    '&',
    '=',
    '&amount=',
    '&currency=',
    '&note=',
    'amount=1',
    '%26',
    '+',
    ' ',
    '?',
    '#',
    '"',
    '\\',
    '\u00a0',
  ),
  fc.constantFrom(
    'http://',
    'https://',
    'HTTPS://shop.example/?a=1',
    'user=5',
    'Tom & Jerry',
    '{}',
    '[]',
    'null',
    '0',
  ),
  anyCharacter,
  fc.string({ maxLength: 8, unit: 'grapheme' }),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('').slice(0, 100).toWellFormed());

/** The strings of a known issue, and similar strings. */
const known = [
  'user=5&amount=500.00',
  'https://shop.example/?a=1&currency=INR',
  'https://shop.example/?a=1&b=2',
  'Tom & Jerry',
  'user=5&tab=2',
  '&',
  '\ufeff',
  '\0',
];

async function world(format: 'json' | 'form') {
  const network = new ScriptedNetwork();
  const settings = { rateLimitPerMinute: null };
  const gateway = await openGateway({ sender: network.send, settings });
  const { baseUrl, legacyBaseUrl, merchant } = gateway;
  await gateway.merchants.update(merchant.mchId, { callbackFormat: format });
  const client = new GatewayClient({
    baseUrl,
    legacyBaseUrl,
    ...merchant,
    fetch: gateway.fetch,
    maxRetries: 0,
  });
  const handled: Callback[] = [];
  const errors: unknown[] = [];
  const note = (callback: Callback) => void handled.push(callback);
  const handle = createCallbackHandler({
    ...merchant,
    ...{ onPayin: note, onLink: note, onError: (error) => errors.push(error) },
  });
  /** Returns the results of the handler since the previous call. */
  const received = async () => {
    await gateway.callbacks.settle();
    for (const { body, format: written } of network.sent.splice(0)) {
      const contentType = written === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
      const headers = { 'content-type': contentType };
      const response = await handle(new Request(notifyUrl, { method: 'POST', headers, body }));
      expect([response.status, await response.text(), errors.splice(0)]).toEqual([200, 'success', []]);
    }
    return handled.splice(0);
  };
  return { gateway, client, handle, received, errors };
}

type World = Awaited<ReturnType<typeof world>>;

const kinds = {
  payin: {
    async create({ client, gateway }: World, extra: string, mchOrderNo: string) {
      const { orderNo } = await client.payins.create({ mchOrderNo, amount, extra, notifyUrl });
      await gateway.payins.pay(orderNo);
    },
    field: (value: string) => ({ extra: value }),
  },
  link: {
    async create({ client, gateway }: World, clientRef: string) {
      const { linkCode } = await client.links.create({ amount, clientRef, notifyUrl, note: clientRef });
      await gateway.links.pay(linkCode);
    },
    field: (value: string) => ({ clientRef: value }),
  },
} as const;

describe.each(['payin', 'link'] as const)('round trip of a %s', (kind) => {
  it.each(['json', 'form'] as const)(
    'the SDK handler accepts the callback of a new order with arbitrary strings (%s)',
    async (format) => {
      const at = await world(format);
      const created = new Set<string>();
      const roundTrip = async (value: string) => {
        // A repeated reference returns the same link, which is already paid.
        if (created.has(value)) return;
        created.add(value);
        const rejected = await kinds[kind].create(at, value, `ORDER-${created.size}`).then(
          () => null,
          (error: unknown) => error,
        );
        if (rejected === null) {
          expect(await at.received()).toMatchObject([{ kind, amount, ...kinds[kind].field(value) }]);
          return;
        }
        expect(isConfigurationError(rejected), String(rejected)).toBe(true);
        const field = kind === 'payin' ? { extra: value } : { client_ref: value };
        const { body, contentType } = signedCallback(kind, at.gateway.merchant, field);
        const headers = { 'content-type': contentType };
        const response = await at.handle(new Request(notifyUrl, { method: 'POST', headers, body }));
        expect([response.status, await response.text()]).toEqual([
          400,
          expect.stringContaining(callbackReasons.ambiguous_value),
        ]);
        expect(at.errors.splice(0)).toSatisfy(([error]: unknown[]) => isCallbackVerificationError(error));
      };
      for (const value of known) await roundTrip(value);
      await fc.assert(fc.asyncProperty(text, roundTrip), { seed: printedSeed(), numRuns: 150 });
    },
  );
});
