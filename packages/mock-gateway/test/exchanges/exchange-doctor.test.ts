import { createHash } from 'node:crypto';
import {
  ExchangeDoctor,
  ExchangeJudge,
  type Finding,
  type SeenCallback,
  type SeenExchange,
  type SeenMessage,
} from '@inrgate/conformance';
import { encodeCallback } from '@inrgate/sdk/internal';
import { canonicalText, sign } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';

const known = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const params = { mchId: 'DEMO1001', mchOrderNo: 'SHOP-1', amount: '500.00' };
const payout = {
  ...params,
  payType: 'bank',
  bankCode: 'HDFC Bank',
  accountName: 'Asha Rao',
  accountNumber: '001234567890',
  ifsc: 'HDFC0001234',
};
const callback = {
  mchId: 'DEMO1001',
  merchant_id: 'DEMO1001',
  orderNo: 'PI1',
  gateway_order_no: 'PI1',
  mchOrderNo: 'SHOP-1',
  merchant_order_no: 'SHOP-1',
  amount: '500.00',
  fee: '55.00',
  netAmount: '445.00',
  paidAmount: '500.00',
  tradeType: 'INRUPI',
  status: 'success',
  utr: '412345678901',
  extra: 'a b',
  payTime: '2026-11-20T15:04:05+05:30',
};
const md5 = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase();

function json(body: object): SeenMessage {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    headers: [['content-type', 'application/json']],
    body: bytes,
    length: bytes.byteLength,
    complete: true,
  };
}

const rejected = {
  status: 401,
  ...json({ code: 401, success: false, error: 'invalid_signature', message: '-' }),
};

function call(path: string, body: object): SeenExchange {
  const request = { method: 'POST', path, query: '', ...json(body) };
  return { api: 'v3', request, answer: rejected, startedAt: 0, endedAt: 1 };
}

async function explained(seen: SeenExchange, merchant = known): Promise<readonly Finding[]> {
  const doctor = new ExchangeDoctor(merchant);
  return doctor.exchange(seen, new ExchangeJudge(merchant).exchange(seen));
}

const ofRequest = (findings: readonly Finding[]) =>
  findings.filter(({ about, state }) => about === 'request' && state === 'broken');

describe('signature doctor in proxied traffic [contract:exchanges.doctor]', () => {
  const { mchKey, mchSecret } = known;
  it.each([
    { how: 'in lower case', sent: params, wrong: sign(params, mchKey).toLowerCase(), id: 'lower' },
    { how: 'with the other key', sent: params, wrong: sign(params, mchSecret), id: 'wrong-key-type' },
    {
      how: 'without &key=',
      sent: params,
      wrong: md5(canonicalText(params, mchKey).replace('&key=', '')),
      id: 'key',
    },
    {
      how: 'of a payout, with the other key',
      sent: payout,
      wrong: sign(payout, mchKey),
      id: 'wrong-key-type',
    },
  ])('the doctor explains a wrong signature: $how', async ({ sent, wrong, id }) => {
    const path = sent === payout ? '/payout' : '/payin';
    const findings = await explained(call(path, { ...sent, sign: wrong }));
    const [finding, ...others] = ofRequest(findings);
    expect(others).toEqual([]);
    expect(finding?.mistakes?.map((mistake) => mistake.id)).toEqual([expect.stringContaining(id)]);
    const [mistake] = finding?.mistakes ?? [];
    expect(finding?.message).toContain(`${mistake?.title}. ${mistake?.fix}`);
    expect(JSON.stringify(findings)).not.toMatch(/demo-mch|Asha|001234567890/);
  });

  it('the doctor does not explain a signature without a known mistake or with an unknown key', async () => {
    const strange = call('/payin', { ...params, sign: 'A'.repeat(32) });
    expect(ofRequest(await explained(strange))).toMatchObject([{ id: 'spec:errors.invalid_signature' }]);
    expect(ofRequest(await explained(strange))[0]?.mistakes).toBeUndefined();
    expect(new ExchangeDoctor(null).canExplain(await explained(strange))).toBe(false);
    const other = await explained(call('/payin', { ...params, mchId: 'OTHER', sign: 'A'.repeat(32) }));
    expect(new ExchangeDoctor(known).canExplain(other)).toBe(false);
  });

  it('the doctor explains the wrong signature of a callback', async () => {
    const { body } = encodeCallback(callback, known.mchKey, 'json');
    const altered = { ...JSON.parse(body), extra: 'a+b' };
    const lost = {
      ...JSON.parse(encodeCallback({ ...callback, extra: 'a+b' }, known.mchKey, 'json').body),
      extra: 'a b',
    };
    const other = JSON.parse(encodeCallback(callback, known.mchSecret, 'json').body);
    const of = async (sent: object) => {
      const request = { method: 'POST', path: '/callbacks', query: '', ...json(sent) };
      const answer = { status: 200, ...json({}), body: Buffer.from('success'), length: 7 };
      const seen: SeenCallback = { request, answer, startedAt: 0, endedAt: 1 };
      const findings = new ExchangeJudge(known).callback(seen);
      return (await new ExchangeDoctor(known).callback(seen, findings)).filter(
        ({ state }) => state === 'broken',
      );
    };
    expect(await of(lost)).toMatchObject([{ id: 'spec:events.signed', mistakes: [{ id: 'plus-lost' }] }]);
    expect(await of(other)).toMatchObject([{ id: 'spec:auth.callback-key', mistakes: [{}] }]);
    expect(JSON.stringify(await of(altered))).not.toContain('demo-mch');
  });
});
