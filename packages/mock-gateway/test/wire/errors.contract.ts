import { v1Failure } from '@inrgate/sdk/internal';
import { v1Errors, v3Errors } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../client.ts';
import { v3Calls } from '../v3-calls.ts';
import { v1Table, v3Table, type Way } from './error-tables.ts';
import { booksOf, expectApiAnswer, expectRejection } from './expect.ts';
import { gatewayPerTest, type Open, type Site } from './gateway-per-test.ts';

/** spec: Errors, both tables. Each error must be possible, and must change nothing. */
export function errorsContract(open: Open): void {
  describe('v3 errors', () => everyRowOfV3(gatewayPerTest(open)));
  methodsAndPathsContract(open);
  describe('v1 errors', () => everyRowOfV1(gatewayPerTest(open)));
}

/** reading:order.1. */
export function methodsAndPathsContract(open: Open): void {
  describe('v3 methods and paths', () => everyMethodAndPath(gatewayPerTest(open)));
}

function everyRowOfV3(at: Site): void {
  for (const row of v3Table) {
    const { status, error, when } = row;
    it(`the v3 API returns ${status} ${error} when ${when} [spec:errors.${error}] [spec:conventions.envelope-error]`, async () => {
      const answer = await reach(at, row);
      expectRejection(answer, status, error);
      const waits = status === 429 ? expect.stringMatching(/^[1-9][0-9]*$/) : null;
      expect(answer.headers.get('retry-after')).toEqual(waits);
      expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    });
  }

  it('all v3 errors are in the specified table with the specified status [spec:errors.table]', () => {
    const reached = Object.fromEntries(v3Table.map(({ status, error }) => [error, status]));
    const known = Object.entries(v3Errors).map(([code, { status }]) => [code, status]);
    expect(reached).toEqual(Object.fromEntries(known));
  });
}

function everyRowOfV1(at: Site): void {
  for (const row of v1Table) {
    const { status, error, when } = row;
    it(`the v1 API returns ${status} ${error} when ${when} [spec:errors.v1.${error}] [reading:v1.envelope]`, async () => {
      const answer = await reach(at, row);
      expect({ status: answer.status, error: answer.error }).toEqual({ status, error });
      const { message } = v1Failure.parse(JSON.parse(answer.text));
      expect(JSON.parse(answer.text)).toEqual({ ok: false, error, message });
      expectApiAnswer(answer);
    });
  }

  it('all v1 errors are in the specified table with the specified status [spec:errors.v1.table]', () => {
    const named = (rows: readonly { status: number; code: string }[]) =>
      [...new Set(rows.map(({ status, code }) => `${status} ${code}`))].sort();
    expect(named(v1Table.map(({ status, error }) => ({ status, code: error })))).toEqual(named(v1Errors));
  });
}

/** Makes the call. It must change nothing, and its response must repeat no part of the request. */
async function reach(at: Site, { prepare, call }: Way): Promise<Answer> {
  await prepare(at);
  const before = await booksOf(at.gateway);
  const answer = await call(at);
  expect(await booksOf(at.gateway)).toEqual(before);
  for (const text of ['demo-mch', '12345', 'NOBODY', 'HDFC1', 'asha'])
    expect(answer.text).not.toContain(text);
  return answer;
}

function everyMethodAndPath(at: Site): void {
  it.each(v3Calls.flatMap(({ name }) => [name, `${name}.php`]))(
    'every v3 endpoint returns use_post for methods other than POST: %s [spec:errors.use_post] [spec:conventions.post] [reading:order.1]',
    async (name) => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await at.caller.request(`/v3/${name}`, { method });
        expectRejection(answer, 405, 'use_post');
        expect(answer.headers.get('allow')).toBe('POST');
      }
      const head = await at.send(`/v3/${name}`, { method: 'HEAD' });
      expect([head.status, head.headers.get('allow')]).toEqual([405, 'POST']);
    },
  );

  it.each([
    '',
    '/',
    '/payin/',
    '//payin',
    '/Payin',
    '/payin.PHP',
    '/payin.php.php',
    '/payin%2Ephp',
    '/%70ayin',
    '/create-link.php',
    '/%zz',
    '/constructor',
    '/__proto__',
  ])('the unknown path /v3%s returns not_found for every method [reading:order.1]', async (path) => {
    expectRejection(await at.caller.raw(`/v3${path}`, {}), 404, 'not_found');
    expectRejection(await at.caller.get(`/v3${path}`), 404, 'not_found');
  });
}
