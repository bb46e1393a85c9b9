import { v3Failure, v3Success } from '@inrgate/sdk/internal';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { MockGateway } from '../../src/gateway.ts';
import type { Answer } from '../client.ts';

/**
 * Expects the envelope of a success (spec: Response envelope). Validates its `data` with the strict schema and returns
 * it.
 */
export function expectSuccess<Data extends z.ZodType>(answer: Answer, schema: Data): z.output<Data> {
  expect(answer.text).toContain('"success":true');
  expect(answer.status).toBe(200);
  expectApiAnswer(answer);
  v3Success(schema).parse(JSON.parse(answer.text));
  return schema.parse(answer.data);
}

/** Expects the envelope of a failure with exactly these four fields (spec: Response envelope). */
export function expectRejection(answer: Answer, status: number, error: string): void {
  expect({ status: answer.status, error: answer.error }).toEqual({ status, error });
  expectApiAnswer(answer);
  const envelope = v3Failure.parse(JSON.parse(answer.text));
  expect(envelope).toEqual({ code: status, success: false, message: envelope.message, error });
}

/** Expects a JSON response that clients must neither sniff nor cache, and that contains no details of the program. */
export function expectApiAnswer({ headers, text }: Answer): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).not.toMatch(/<html|\.ts:\d+|node:internal|node_modules/i);
}

/**
 * Returns the state that a request could change: orders, callbacks, wallets and the journal, of one merchant or of all
 * merchants.
 */
export async function booksOf(gateway: MockGateway, mchId?: string) {
  const { merchants, payins, payouts, links, callbacks, ledger } = gateway;
  const page = { limit: 200, ...(mchId !== undefined && { mchId }) };
  const accounts = mchId === undefined ? (await merchants.list()).items : [await merchants.get(mchId)];
  return {
    accounts,
    wallets: await Promise.all(accounts.map((account) => merchants.wallet(account.mchId))),
    payins: await payins.list(page),
    payouts: await payouts.list(page),
    links: await links.list(page),
    callbacks: await callbacks.list(page),
    ledger: mchId === undefined ? await ledger.check() : await merchants.ledger(mchId),
  };
}
