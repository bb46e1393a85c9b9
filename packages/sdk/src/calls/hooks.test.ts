import { expect, it } from 'vitest';
import { orderOf } from './hooks.ts';

const masked = (text: string) => text.replaceAll('key-1', '***');

it.each([
  [{ mchOrderNo: 'A', amount: '1.00' }, undefined, { mchOrderNo: 'A' }],
  [{ mchOrderNo: 'A' }, { mchOrderNo: 'A', orderNo: 'PI1' }, { mchOrderNo: 'A', orderNo: 'PI1' }],
  [{ client_ref: 'R' }, { linkCode: 'L', clientRef: 'R2' }, { linkCode: 'L', clientRef: 'R2' }],
  [{ link_code: 'L' }, undefined, { linkCode: 'L' }],
  [{ client_ref: 'R key-1' }, undefined, { clientRef: 'R ***' }],
  [{ mchOrderNo: 5 }, undefined, {}],
])('the order reference of the parameters %j and the result %j is %j', (params, result, order) => {
  expect(orderOf(masked, params, result)).toEqual(order);
});
