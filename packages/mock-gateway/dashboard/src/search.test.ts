import { describe, expect, it } from 'vitest';
import { parseSearch } from './search.ts';

describe('search language', () => {
  it.each([
    ['', {}],
    ['   ', {}],
    ['tea', { text: 'tea' }],
    ['tea pot', { text: 'tea pot' }],
    ['status:pending', { status: 'pending' }],
    ['STATUS:Pending', { status: 'pending' }],
    [
      'status:pending amount:>500 mch:DEMO1001 text',
      {
        status: 'pending',
        minAmount: '500.01',
        mchId: 'DEMO1001',
        text: 'text',
      },
    ],
    ['order:A:1/2', { mchOrderNo: 'A:1/2' }],
    ['order:"A 1"', { mchOrderNo: 'A 1' }],
    ['"order:1 b"', { text: 'order:1 b' }],
    ['"open', { text: 'open' }],
  ])('the search %j is parsed into filters', (text, filter) => {
    expect(parseSearch('payins', text)).toEqual({ filter, problems: [] });
  });

  it.each([
    ['500', { minAmount: '500.00', maxAmount: '500.00' }],
    ['=500.5', { minAmount: '500.50', maxAmount: '500.50' }],
    ['>500', { minAmount: '500.01' }],
    ['>=500', { minAmount: '500.00' }],
    ['<500', { maxAmount: '499.99' }],
    ['<=0.09', { maxAmount: '0.09' }],
    ['500..1000.25', { minAmount: '500.00', maxAmount: '1000.25' }],
    ['500..', { minAmount: '500.00' }],
    ['..500', { maxAmount: '500.00' }],
  ])('the search amount:%s is parsed into an amount range', (value, filter) => {
    expect(parseSearch('payouts', `amount:${value}`)).toEqual({ filter, problems: [] });
  });

  it.each(['abc', '', '1e3', '1,000', '-5', '<0', '1.234', '..', '1..2..3'])(
    'the search language rejects amount:%s',
    (value) => {
      const { filter, problems } = parseSearch('payins', `amount:${value}`);
      expect(filter).toEqual({});
      expect(problems).toEqual([expect.stringContaining('Example: amount:>500')]);
    },
  );

  it('the search language ignores an unknown key and lists the supported keys', () => {
    expect(parseSearch('payins', 'colour:red tea')).toEqual({
      filter: { text: 'tea' },
      problems: ['Unknown key “colour:”. Use status: amount: mch: order:.'],
    });
  });

  it('the search language supports additional keys in the lists of callbacks and requests', () => {
    expect(parseSearch('callbacks', 'status:failed').filter).toEqual({ state: 'failed' });
    expect(parseSearch('requests', 'status:4XX error:invalid_signature').filter).toEqual({
      status: '4xx',
      error: 'invalid_signature',
    });
    expect(parseSearch('requests', 'status:pending').problems).toHaveLength(1);
    expect(parseSearch('callbacks', 'amount:5').problems).toHaveLength(1);
  });
});
