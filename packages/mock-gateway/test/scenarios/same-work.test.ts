import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { sign } from '@inrgate/sdk/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { v3Calls } from '../v3-calls.ts';
import { callerOf, openGateway } from './harness.ts';

/** Count digests instead of measuring time, because durations depend on the machine's load. */
let hashed: readonly Parameters<typeof crypto.hash>[] = [];
/** Returns only digests of signatures, without hashes that name statements. */
const digests = () => hashed.filter(([algorithm]) => algorithm === 'md5').length;

beforeEach(() => {
  const { calls } = vi.spyOn(crypto, 'hash').mock;
  hashed = calls;
  syncBuiltinESMExports();
});

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

async function digestsOf(watched: boolean, params: Readonly<Record<string, string>>): Promise<number> {
  const gateway = await openGateway();
  if (watched) gateway.events.subscribe(() => {});
  const before = digests();
  const { status } = await callerOf(gateway).raw('/v3/payin', {
    ...params,
    amount: '500.00',
    sign: '0'.repeat(32),
  });
  expect(status).toBe(401);
  return digests() - before;
}

const shapes = {
  mchId: (mchId: string) => ({ mchId, mchOrderNo: 'A' }),
  'the alternative signature’s names': (mchId: string) => ({ merchant_id: mchId, merchant_order_no: 'A' }),
} as const;

describe.each([
  ['no client watches', false],
  ['a client watches the events', true],
])('wrong signature while %s', (_, watched) => {
  it.each(Object.entries(shapes))(
    'for a wrong signature by %s, the gateway computes as many digests for a known merchant as for an unknown merchant [spec:auth.same-answer]',
    async (_name, shape) => {
      const known = await digestsOf(watched, shape('DEMO1001'));
      const unknown = await digestsOf(watched, shape('NOBODY01'));
      expect(known).toBe(unknown);
      expect(known).toBeGreaterThan(0);
    },
  );
});

describe('digests of a payout', () => {
  const payout = v3Calls.find(({ name }) => name === 'payout')?.params ?? {};

  /** Returns the number of digests that a request causes, and the response. */
  async function answerTo(key: string): Promise<readonly [status: number, error: unknown, digests: number]> {
    const gateway = await openGateway();
    const { mchId } = gateway.merchant;
    const params = { mchId, ...payout };
    const body = { ...params, sign: sign(params, key) };
    const before = digests();
    const { status, error } = await callerOf(gateway).raw('/v3/payout', body);
    return [status, error, digests() - before];
  }

  it('the gateway computes one digest for a payout with a correct signature and two for a wrong signature', async () => {
    expect(await answerTo('demo-mch-secret')).toEqual([200, undefined, 1]);
    expect(await answerTo('demo-mch-key')).toEqual([401, 'wrong_key_type', 2]);
    expect(await answerTo('another key')).toEqual([401, 'invalid_signature', 2]);
  });
});

it('the gateway explains a wrong signature when a client reads the log, not during the call', async () => {
  const gateway = await openGateway();
  const before = digests();
  const { mchId } = gateway.merchant;
  await callerOf(gateway).raw('/v3/payin', {
    mchId,
    mchOrderNo: 'A',
    amount: '500.00',
    sign: '0'.repeat(32),
  });
  const answered = digests();
  // The gateway must calculate one digest for each possible key.
  expect(answered - before).toBe(2);
  expect((await gateway.requests.list()).items[0]?.diagnosis).not.toBeNull();
  expect(digests()).toBeGreaterThan(answered);
});
