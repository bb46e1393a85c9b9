import { describe, expect, it } from 'vitest';
import { GatewayClient } from '../src/index.ts';
import {
  credentials,
  json,
  linkData,
  networkError,
  payinData,
  payoutData,
  stubFetch,
  success,
} from './support/stub-fetch.ts';

// A proxy, a cache or a faulty gateway can mix up responses. The client must not return another order as the
// merchant's.

const payin = { mchOrderNo: 'ORDER-1', amount: '500.00' };
const payout = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };
const linkAnswer = (data: object) => json({ ok: true, data: { ...linkData, ...data } });

describe('a response about another order', () => {
  it.each<[string, Response, (client: GatewayClient) => Promise<unknown>]>([
    [
      'a pay-in of another order number',
      success({ ...payinData, mchOrderNo: 'ORDER-2' }),
      ({ payins }) => payins.create(payin),
    ],
    [
      'a pay-in of another amount',
      success({ ...payinData, amount: '5.00', duplicate: true }),
      ({ payins }) => payins.create(payin),
    ],
    [
      'a payout of another order number',
      success({ ...payoutData, mchOrderNo: 'w-1' }),
      ({ payouts }) => payouts.create(payout),
    ],
    [
      'a payout of another amount',
      success({ ...payoutData, amount: '1000.01' }),
      ({ payouts }) => payouts.create(payout),
    ],
    [
      'a payout of another pay type',
      success({ ...payoutData, payType: 'bank' }),
      ({ payouts }) => payouts.create(payout),
    ],
    [
      'a pay-in found under another order number',
      success({ ...payinData, mchOrderNo: 'ORDER-2' }),
      ({ payins }) => payins.retrieve({ mchOrderNo: 'ORDER-1' }),
    ],
    [
      'a payout found under another gateway order number',
      success(payoutData),
      ({ payouts }) => payouts.retrieve({ orderNo: 'WD2' }),
    ],
    [
      'a recovered payout of another order number',
      success({ ...payoutData, mchOrderNo: 'W-2' }),
      ({ payouts }) => payouts.recover('W-1'),
    ],
    [
      'a link of another clientRef',
      linkAnswer({ client_ref: 'INV-43' }),
      ({ links }) => links.create({ amount: '500', clientRef: 'INV-42' }),
    ],
    [
      'a link of another amount',
      linkAnswer({ amount: '5.00' }),
      ({ links }) => links.create({ amount: '500', clientRef: 'INV-42' }),
    ],
    ['another link', linkAnswer({}), ({ links }) => links.retrieve({ linkCode: 'L1' })],
  ])('the client rejects a response with %s', async (_name, answer, call) => {
    const { fetch, sent } = stubFetch(answer);
    const error = await call(new GatewayClient({ ...credentials, fetch })).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ResponseError', status: 200, outcome: 'unknown', attempts: 1 });
    expect(String(error)).toContain('differs from the requested value');
    expect(sent).toHaveLength(1);
  });

  it('the client rejects a response with another amount after an attempt with an unknown outcome', async () => {
    const { fetch } = stubFetch(
      networkError('ECONNRESET'),
      success({ ...payoutData, amount: '1.00', duplicate: true }),
    );
    const call = new GatewayClient({ ...credentials, fetch }).payouts.create(payout);
    await expect(call).rejects.toMatchObject({ name: 'ResponseError', outcome: 'unknown', attempts: 2 });
  });

  it.each(['500', '500.5', '500.50', '12'])(
    'the client accepts a link response although the amount %s has a different number of decimals',
    async (amount) => {
      const written = amount === '12' ? '12.00' : amount.padEnd(6, amount === '500' ? '.00' : '0');
      const { fetch } = stubFetch(linkAnswer({ amount: written, client_ref: '' }));
      const call = new GatewayClient({ ...credentials, fetch }).links.create({ amount, clientRef: 'INV-42' });
      await expect(call).resolves.toMatchObject({ amount: written });
    },
  );
});
