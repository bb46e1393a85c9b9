import { v3Failure, v3Success } from '@inrgate/sdk/protocol';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { MockGateway } from '../../src/gateway.ts';
import type { Answer } from '../client.ts';

/** spec: Response envelope, of a success; answers its `data`, valid by the strict schema. */
export function expectSuccess<Data extends z.ZodType>(answer: Answer, schema: Data): z.output<Data> {
  expect(answer.text).toContain('"success":true');
  expect(answer.status).toBe(200);
  expectApiAnswer(answer);
  v3Success(schema).parse(JSON.parse(answer.text));
  return schema.parse(answer.data);
}

/** spec: Response envelope, of a failure: exactly these four fields. */
export function expectRefusal(answer: Answer, status: number, error: string): void {
  expect({ status: answer.status, error: answer.error }).toEqual({ status, error });
  expectApiAnswer(answer);
  const envelope = v3Failure.parse(JSON.parse(answer.text));
  expect(envelope).toEqual({ code: status, success: false, message: envelope.message, error });
}

/** JSON, not to be guessed at or kept, and with no trace of the program in it. */
export function expectApiAnswer({ headers, text }: Answer): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).not.toMatch(/<html|\.ts:\d+|node:internal|node_modules/i);
}

/** Everything that a request could have changed: orders, callbacks, wallets and the journal. */
export async function booksOf({ merchants, payins, payouts, links, callbacks, ledger }: MockGateway) {
  const everything = { limit: 200 };
  const { items } = await merchants.list();
  return {
    merchants: items,
    wallets: await Promise.all(items.map(({ mchId }) => merchants.wallet(mchId))),
    payins: await payins.list(everything),
    payouts: await payouts.list(everything),
    links: await links.list(everything),
    callbacks: await callbacks.list(everything),
    ledger: await ledger.check(),
  };
}
