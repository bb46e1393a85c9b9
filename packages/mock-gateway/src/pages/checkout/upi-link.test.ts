import { upiIdPattern } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { aLink, aPayin } from '../../../test/builders.ts';
import { upiAppLinks, upiLink } from './upi-link.ts';

/** Reads the fields without URLSearchParams, which would convert a plus to a space. */
function fieldsOf(link: string): Record<string, string> {
  const pairs = link.slice(link.indexOf('?') + 1).split('&');
  return Object.fromEntries(
    pairs.map((pair) => pair.split('=').map((part) => decodeURIComponent(part)) as [string, string]),
  );
}

describe('UPI link of an order', () => {
  it('the UPI link of an order contains the payee, the amount and the reference', () => {
    const payin = aPayin({ orderNo: 'PI2026112015040512345678', mchId: 'DEMO1001', amount: 12_345_600n });
    expect(upiLink(payin)).toBe(
      'upi://pay?pa=demo1001%40inrgatemock&pn=DEMO1001&tr=PI2026112015040512345678&am=123456.00&cu=INR&tn=Order%20ORDER-1',
    );
  });

  it.each([
    [1n, '0.01'],
    [50_000n, '500.00'],
    [12_345_605n, '123456.05'],
  ])('a UPI link of %d paise contains am=%s with two decimals and no commas', (amount, am) => {
    expect(fieldsOf(upiLink(aPayin({ amount })))['am']).toBe(am);
  });

  it('a value of the merchant stays inside its field of the UPI link', () => {
    const link = upiLink(aLink({ mchId: 'A&am=1.00 +#%', clientRef: '&pa=thief@bank 50% ₹' }));
    expect(link).not.toMatch(/[+# ]/);
    expect(link.split('&')).toHaveLength(6);
    expect(fieldsOf(link)).toMatchObject({
      pn: 'A&am=1.00 +#%',
      am: '500.00',
      tn: 'Order &pa=thief@bank 50% ₹',
    });
  });

  it('the UPI link keeps the length limits without cutting a character in two', () => {
    const long = '😀'.repeat(120);
    const fields = fieldsOf(upiLink(aLink({ orderNo: 'x'.repeat(64), mchId: long, clientRef: long })));
    expect(fields['tr']).toHaveLength(35);
    expect(fields['tn']).toBe(`Order ${'😀'.repeat(44)}`);
    expect(fields['pn']).toBe('😀'.repeat(99));
  });

  it('the UPI link of a payment link contains the link_code if client_ref is absent', () => {
    expect(fieldsOf(upiLink(aLink({ clientRef: null })))['tn']).toBe('Order link-1');
  });

  it.each(['DEMO1001', '<b>"M\'&amp;', '!', '', 'नमस्ते', 'x'.repeat(200)])(
    'the UPI link of the merchant %j names a UPI ID as the payee',
    (mchId) => {
      expect(fieldsOf(upiLink(aPayin({ mchId })))['pa']).toMatch(upiIdPattern);
    },
  );

  it('the UPI link is the same for each app, except for the scheme of the app', () => {
    const payin = aPayin();
    const query = upiLink(payin).split('?')[1];
    expect(upiAppLinks(payin).map(([, link]) => link)).toEqual([
      `tez://upi/pay?${query}`,
      `phonepe://pay?${query}`,
      `paytmmp://pay?${query}`,
      `bhim://upi/pay?${query}`,
    ]);
  });
});
