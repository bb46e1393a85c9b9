import { parseAmount } from '@inrgate/sdk/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { aMerchant, noon } from '../../test/builders.ts';
import { defaultSettings } from '../configuration/options.ts';
import { Store } from '../store/store.ts';
import { createLink, createPayin, createPayout, unusedNumber } from './create-order.ts';
import { type Ids, randomIds } from './ids.ts';
import { openAccount } from './merchants.ts';

it('an order whose generated number is taken gets another number', () => {
  const store = new Store(null);
  onTestFinished(() => store.close());
  const numbers = ['ONE', 'ONE', 'ONE', 'TWO', 'ONE', 'THREE'];
  const draw = () => numbers.shift() ?? 'FOUR';
  const ids: Ids = { ...randomIds(), payinOrderNo: draw, linkCode: draw, payoutOrderNo: draw };
  const core = { store, clock: { now: () => noon }, ids };
  const merchant = aMerchant();
  store.write(() => {
    store.putSettings(defaultSettings);
    openAccount(core, merchant, parseAmount('10000.00'));
  });
  const terms = {
    amount: parseAmount('600.00'),
    tradeType: 'INRUPI',
    notifyUrl: null,
    returnUrl: null,
  } as const;
  const created = [
    createPayin(core, merchant, { ...terms, mchOrderNo: 'A', extra: '' }),
    createPayin(core, merchant, { ...terms, mchOrderNo: 'B', extra: '' }),
    createLink(core, merchant, { ...terms, clientRef: null, note: '' }),
    ...['C', 'D'].map((mchOrderNo) => {
      numbers.unshift('ONE');
      return createPayout(core, merchant, {
        ...{ mchOrderNo, amount: terms.amount },
        destination: { payType: 'upi', upiId: 'asha@bank' },
      });
    }),
  ];
  const orderNos = created.map((result) => (result.ok ? result.value.order.orderNo : result.refusal));
  expect(orderNos).toEqual(['ONE', 'TWO', 'THREE', 'ONE', 'FOUR']);
  expect(() =>
    unusedNumber(
      () => 'ONE',
      () => true,
    ),
  ).toThrow('20 generated order numbers are taken');
});
