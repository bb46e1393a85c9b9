/**
 * Commands for `inrgate check webhook`. `node src/check.ts order` creates an unpaid order and prints its order number.
 * `node src/check.ts credited` prints the credited amount of an order.
 */
import { env } from 'node:process';
import { Orders } from './orders.ts';

const { SHOP_DATABASE = 'shop.db', INRGATE_CHECK_AMOUNT = '500.00', INRGATE_CHECK_ORDER = '' } = env;
const orders = new Orders(SHOP_DATABASE);

if (process.argv[2] === 'order') {
  console.log(orders.openAttempt(orders.take('Checked tea', INRGATE_CHECK_AMOUNT)));
} else {
  const amount = orders.creditedBy(INRGATE_CHECK_ORDER);
  console.log(JSON.stringify({ count: amount === undefined ? 0 : 1, amount: amount ?? '0.00' }));
}
