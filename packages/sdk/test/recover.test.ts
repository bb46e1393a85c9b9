import { describe, expect, it } from 'vitest';
import { onFakeTime, timed } from './support/fake-time.ts';
import { clientWith, failure, networkError, payinData, payoutData, success } from './support/stub-fetch.ts';

onFakeTime();

describe('recover', () => {
  it.each([
    ['pending', 'wait'],
    ['on_hold', 'wait'],
    ['success', 'done'],
    ['expired', 'wait'],
    ['failed', 'wait'],
  ])('recover finds a pay-in that is %s with the next step %s', async (status, next) => {
    const { client, sent } = clientWith(success({ ...payinData, status }));
    const { value } = await timed(client.payins.recover('ORDER-1'));
    expect(value).toMatchObject({ exists: true, order: { mchOrderNo: 'ORDER-1', status }, next });
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ mchOrderNo: 'ORDER-1' });
  });

  it.each([
    ['processing', 'wait'],
    ['failed', 'done'],
    ['success', 'done'],
  ])('recover finds a payout that is %s with the next step %s', async (status, next) => {
    const { client } = clientWith(success({ ...payoutData, status }));
    expect((await timed(client.payouts.recover('W-1'))).value).toMatchObject({ exists: true, next });
  });

  it('recover returns create for an order that does not exist', async () => {
    const { client } = clientWith(failure(404, 'order_not_found'));
    const nothing = { exists: false, order: null, next: 'create' };
    expect((await timed(client.payins.recover('ORDER-1'))).value).toEqual(nothing);
    expect((await timed(client.payouts.recover('W-1'))).value).toEqual(nothing);
  });

  it('recover throws for a rejection other than order_not_found and for a missing response', async () => {
    for (const reply of [
      failure(404, 'not_found'),
      new Response('<html>not found</html>', { status: 404 }),
      networkError('ECONNRESET'),
      failure(401, 'invalid_signature'),
    ]) {
      const { error } = await timed(clientWith(reply).client.payouts.recover('W-1'));
      expect(error).toBeInstanceOf(Error);
    }
  });

  it('recover rejects an invalid order number', async () => {
    const { client, sent } = clientWith(success(payoutData));
    for (const number of ['', 'a b', 5 as unknown as string]) {
      expect((await timed(client.payouts.recover(number))).error).toMatchObject({
        name: 'ConfigurationError',
      });
    }
    expect(sent).toHaveLength(0);
  });
});
