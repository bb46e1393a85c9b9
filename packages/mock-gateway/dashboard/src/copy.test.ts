import { describe, expect, it } from 'vitest';
import { askingFor, repeating } from './copy.ts';
import type { LoggedRequest } from './types.ts';

const origin = 'http://127.0.0.1:4300';

function request(fields: Partial<LoggedRequest>): LoggedRequest {
  return { method: 'POST', path: '/v3/payin', endpoint: 'payin', parameters: {}, ...fields } as LoggedRequest;
}

describe('asking for an order', () => {
  it.each([
    [
      'payins',
      'inrgate payin get --order-no PI1',
      "const payin = await client.payins.retrieve({ orderNo: 'PI1' });",
      '$INRGATE_MCH_KEY',
    ],
    [
      'payouts',
      'inrgate payout get --order-no PI1',
      "const payout = await client.payouts.retrieve({ orderNo: 'PI1' });",
      '$INRGATE_MCH_SECRET',
    ],
    [
      'links',
      'inrgate link get --link-code PI1',
      "const link = await client.links.retrieve({ linkCode: 'PI1' });",
      '$INRGATE_MCH_SECRET',
    ],
  ] as const)('of %s', (kind, cli, typescript, key) => {
    const recipes = askingFor({ kind, id: 'PI1', mchId: 'M1' }, origin);
    expect(recipes).toMatchObject({ cli, typescript });
    expect(recipes.curl).toContain(key);
  });
});

describe('making a request again', () => {
  it('has its parameters, without the signature, the merchant and what the log masks', () => {
    const parameters = {
      mchId: 'M1',
      merchant_order_no: "it's $HOME",
      amount: '500.00',
      extra: 'a"b\\c',
      upiId: '***',
      sign: 'ABC',
    };
    expect(repeating(request({ parameters, endpoint: 'payout', path: '/v3/payout' }), origin)).toMatchObject({
      cli: `inrgate payout create --mch-order-no 'it'\\''s $HOME' --amount 500.00 --extra 'a"b\\c' --upi-id '<upiId>'`,
      typescript: `const answer = await client.payouts.create({ mchOrderNo: 'it\\'s $HOME', amount: '500.00', extra: 'a"b\\\\c', upiId: '<upiId>' });`,
    });
  });

  it('a query is for what its key says', () => {
    const query = { ...request({ endpoint: 'check-order-status', parameters: { orderNo: 'WD1' } }) };
    expect(repeating({ ...query, signedWith: 'mchSecret' }, origin)?.cli).toBe(
      'inrgate payout get --order-no WD1',
    );
    expect(repeating({ ...query, signedWith: 'mchKey' }, origin)?.cli).toBe(
      'inrgate payin get --order-no WD1',
    );
  });

  it('is nothing for an address that is no endpoint', () => {
    expect(repeating(request({ endpoint: null }), origin)).toBeNull();
  });
});
