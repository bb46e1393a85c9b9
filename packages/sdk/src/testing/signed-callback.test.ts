import { describe, expect, it } from 'vitest';
import { verifyCallback } from '../callbacks/verify.ts';
import { linkCallback } from '../protocol/schemas/link.ts';
import { payinCallback } from '../protocol/schemas/payin.ts';
import { payoutCallback } from '../protocol/schemas/payout.ts';
import { signedCallback } from './signed-callback.ts';

const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

describe('signedCallback', () => {
  it.each([
    ['payin', payinCallback, ['success', 'failed']],
    ['payout', payoutCallback, ['processing', 'success', 'failed']],
    ['link', linkCallback, ['success']],
  ] as const)('writes a %s callback as the gateway does, for each status', (kind, schema, statuses) => {
    for (const status of statuses) {
      const { body } = signedCallback(kind, credentials, { status });
      expect(schema.safeParse(JSON.parse(body)).error).toBeUndefined();
    }
  });

  it.each(['json', 'form'] as const)('is verified as it was meant (%s)', (format) => {
    const fields = { mchOrderNo: 'A/1', amount: '333.33', paidAmount: '333.00', test: true };
    const { body, contentType } = signedCallback('payin', credentials, fields, { format });
    expect(verifyCallback(body, { ...credentials, contentType })).toMatchObject({
      ...fields,
      kind: 'payin',
      fee: '36.67',
      netAmount: '296.66',
    });
  });

  it('lets an alias follow its main name, and leaves out what is undefined', () => {
    const { body } = signedCallback('payin', credentials, { orderNo: 'P9', utr: undefined });
    const fields = JSON.parse(body);
    expect(fields).toMatchObject({ orderNo: 'P9', gateway_order_no: 'P9' });
    expect(fields).not.toHaveProperty('utr');
  });

  it('names the key that is missing', () => {
    expect(() => signedCallback('payout', { mchId: 'DEMO1001', mchKey: 'k' })).toThrow(
      'a payout callback is signed with mchSecret',
    );
  });
});
