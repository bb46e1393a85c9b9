import { describe, expect, it } from 'vitest';
import { askingFor, repeating } from './copy.ts';
import type { LoggedRequest } from './types.ts';

const origin = 'http://127.0.0.1:4300';

function request(fields: Partial<LoggedRequest>): LoggedRequest {
  return {
    method: 'POST',
    path: '/v3/payin',
    endpoint: 'payin',
    mchId: null,
    parameters: {},
    ...fields,
  } as LoggedRequest;
}

describe('copied order query', () => {
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
  ] as const)('the copied query of an order in %s requests that order', (kind, cli, typescript, key) => {
    const recipes = askingFor({ kind, id: 'PI1', mchId: 'DEMO1001' }, origin);
    expect(recipes).toMatchObject({ cli, typescript });
    expect(recipes.curl).toContain(key);
  });
});

describe('copied request', () => {
  it('a copied request omits the signature, the merchant, empty values and unknown parameters', () => {
    const parameters = {
      mchId: 'M1',
      merchant_order_no: "it's $HOME",
      amount: '500.00',
      extra: 'a"b\\c',
      returnUrl: '',
      sent_by: 'a parameter that is ignored',
      sign: 'ABC',
    };
    expect(repeating(request({ parameters }), origin)).toMatchObject({
      cli: `inrgate payin create --mch-order-no 'it'\\''s $HOME' --amount 500.00 --extra 'a"b\\c'`,
      typescript: `const response = await client.payins.create({ mchOrderNo: 'it\\'s $HOME', amount: '500.00', extra: 'a"b\\\\c' });`,
    });
  });

  it('a copied request with an empty body contains only the signature', () => {
    expect(repeating(request({}), origin)?.curl).toContain(`-d '{"sign":"'"$sign"'"}'`);
  });

  it('a copied request marks each value that the log masks', () => {
    const payout = request({ endpoint: 'payout', path: '/v3/payout', parameters: { upiId: '***' } });
    expect(repeating(payout, origin)?.cli).toBe("inrgate payout create --upi-id '<upiId>'");
  });

  it('a copied command names a gateway or merchant that differs from the default', () => {
    const balance = request({ endpoint: 'check-gateway-balance', mchId: 'M 2' });
    expect(repeating(balance, 'http://127.0.0.1:5000')?.cli).toBe(
      "inrgate balance --mch-id 'M 2' --base-url http://127.0.0.1:5000/v3",
    );
    expect(askingFor({ kind: 'links', id: 'L1', mchId: 'DEMO1001' }, 'http://10.0.0.5:4300').cli).toBe(
      'inrgate link get --link-code L1 --base-url http://10.0.0.5:4300/v3 --legacy-base-url http://10.0.0.5:4300/v1',
    );
  });

  it('the key that signed a query decides whether the copied command finds a pay-in or a payout', () => {
    const query = { ...request({ endpoint: 'check-order-status', parameters: { orderNo: 'WD1' } }) };
    expect(repeating({ ...query, signedWith: 'mchSecret' }, origin)?.cli).toBe(
      'inrgate payout get --order-no WD1',
    );
    expect(repeating({ ...query, signedWith: 'mchKey' }, origin)?.cli).toBe(
      'inrgate payin get --order-no WD1',
    );
  });

  it('the dashboard offers no command for a request to an unknown endpoint', () => {
    expect(repeating(request({ endpoint: null }), origin)).toBeNull();
  });
});
