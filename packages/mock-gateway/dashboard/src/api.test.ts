import { describe, expect, it } from 'vitest';
import { withoutKeys } from './api.ts';

describe('what arrives', () => {
  const merchant = { mchId: 'M1', mchKey: 'k', mchSecret: 's', suspended: false };

  it('has no keys any more, alone or in a list', () => {
    expect(withoutKeys(merchant)).toEqual({ mchId: 'M1', suspended: false });
    expect(withoutKeys({ items: [merchant], nextCursor: null })).toEqual({
      items: [{ mchId: 'M1', suspended: false }],
      nextCursor: null,
    });
  });

  it.each([null, 5, 'text', { a: { mchId: 'M1' } }, []])('otherwise stays as it is: %j', (body) => {
    expect(withoutKeys(body)).toEqual(body);
  });
});
