import { isIP } from 'node:net';
import { isLoopback } from '@inrgate/sdk/internal';
import { formatAmount, parseAmount, payinFee } from '@inrgate/sdk/protocol';
import { quoted } from '../../traffic/finding.ts';
import { instantOf } from '../../traffic/schema-issues.ts';
import { type Params, wrongSign } from '../merchant.ts';
import type { Shown } from '../report.ts';
import type { Run, Step } from '../run.ts';
import { firstOf, outcomeOf, type Reply } from '../wire.ts';

const query = 'check-order-status';

/** Step that creates, repeats and queries unpaid pay-ins of the smallest amount. */
export const payinOrders: Step = {
  title: 'pay-ins: creation, repetition and query',
  level: 'smallest',
  play: async (run) => {
    const order = { mchOrderNo: run.number(), amount: run.setup.payinAmount, extra: `inrgate: a+b ü <&"'>` };
    const made = await run.expecting()('200', ['spec:service.test-amount', 'spec:payin.fields'], {
      'a pay-in for the minimum amount': run.merchant.v3('payin', order),
    });
    if (made === null || made.data === null) return;
    seen(run, made);
    await repeats(run, order);
    await queries(run, order.mchOrderNo, String(made.data['orderNo']));
    await rounded(run);
    await inUsdt(run);
  },
};

/** Checks the host, the fee and the validity of a new order. */
function seen(run: Run, made: Reply): void {
  const { data } = made;
  const { baseUrl, payinAmount } = run.setup;
  const [created, expires] = [instantOf(data?.['createdAt']), instantOf(data?.['expiresAt'])];
  const fee = formatAmount(payinFee(parseAmount(payinAmount)));
  run.see(made, {
    ...firstOf(made, 'spec:payin.idempotent'),
    'spec:service.hosted-url': ownHost(baseUrl, data?.['pay_url']),
    'spec:limits.fees': data?.['fee'] === fee || `the fee of ${payinAmount} is not ${fee}`,
    // The default of 30 minutes is a setting of the gateway (spec: Limits).
    'spec:limits.order-validity':
      created === null || expires === null
        ? null
        : expires > created || 'expiresAt of an order is not after createdAt',
  });
}

/** Checks that the payment page belongs to the gateway: its host, or another host of the same domain. */
function ownHost(baseUrl: string, payUrl: unknown): Shown {
  if (typeof payUrl !== 'string' || !URL.canParse(payUrl)) return null;
  const [own, host] = [new URL(baseUrl).hostname, new URL(payUrl).hostname];
  const domainOf = (name: string) =>
    isIP(name.replace(/^\[|\]$/g, '')) ? name : name.split('.').slice(-2).join('.');
  const isOwn = domainOf(own) === domainOf(host) || (isLoopback(own) && isLoopback(host));
  return (
    isOwn ||
    `pay_url is at the host ${quoted(host)}, outside the domain of the gateway at ${quoted(own)}; ask the gateway's support whether this host is its own checkout`
  );
}

async function repeats(run: Run, order: Params): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting();
  const conflict = ['spec:payin.conflict', 'spec:errors.duplicate_order'];
  const other = formatAmount(parseAmount(run.setup.payinAmount) + 100n);
  await expect('200', ['spec:payin.idempotent', 'reading:order.11'], {
    'the same pay-in again': merchant.v3('payin', order),
    'the same pay-in as a form': merchant.v3('payin', order, { form: true }),
  });
  await expect('409 duplicate_order', conflict, {
    'the same order number with another amount': merchant.v3('payin', { ...order, amount: other }),
  });
  await expect(
    '401 wrong_key_type',
    ['spec:errors.wrong_key_type', 'spec:auth.wrong-key', 'spec:auth.keys'],
    {
      'the same pay-in signed with mchSecret': merchant.v3('payin', order, { key: 'mchSecret' }),
    },
  );
  await expect('409 duplicate_order', conflict, {
    'the same order number with another trade type': merchant.v3('payin', { ...order, tradeType: 'usdt' }),
  });
}

async function queries(run: Run, mchOrderNo: string, orderNo: string): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting();
  await expect('200', ['spec:query.either-number', 'spec:query.payin'], {
    'the query by mchOrderNo': merchant.v3(query, { mchOrderNo }),
    'the query by orderNo': merchant.v3(query, { orderNo }),
  });
  await run.expecting({ locks: true })('401 invalid_signature', ['spec:errors.invalid_signature'], {
    'the query of a pay-in with a wrong signature': merchant.v3(query, { mchOrderNo }, { sign: wrongSign }),
  });
  await expect('200', ['reading:params.query-both'], {
    'the query by both order numbers': merchant.v3(query, { mchOrderNo, orderNo }),
  });
  await expect('404 order_not_found', ['reading:params.query-both'], {
    'the query by the orderNo of one order and the mchOrderNo of another order': merchant.v3(query, {
      mchOrderNo: run.number(),
      orderNo,
    }),
  });
  await expect('404 order_not_found', ['spec:query.key-selects', 'reading:params.name-spaces'], {
    'the query of a pay-in signed with mchSecret': merchant.v3(query, { mchOrderNo }, { key: 'mchSecret' }),
  });
}

/** Creates an order with an amount whose fee ends in half a paisa, and checks the rounding. */
async function rounded(run: Run): Promise<void> {
  const { merchant, setup } = run;
  const paise = (parseAmount(setup.payinAmount) / 100n) * 100n + 50n;
  const amount = formatAmount(paise);
  const snake = { merchant_id: merchant.keys.mchId, merchant_order_no: run.number(), amount };
  const expect = run.expecting({ except: ['spec:payin.fee'] });
  const reply = await expect('200', ['spec:payin.aliases', 'spec:versioning.php-suffix'], {
    'a pay-in with a rounded fee and without extra': merchant.exactly('payin.php', snake),
  });
  const fee = reply?.data?.['fee'];
  if (reply === null || typeof fee !== 'string') return;
  const right = formatAmount(payinFee(paise));
  run.see(reply, {
    'reading:money.half-up':
      fee === right || `the fee of ${amount} is ${fee.slice(0, 20)}; expected ${right}, rounded half up`,
  });
}

async function inUsdt(run: Run): Promise<void> {
  const amount = run.setup.payinAmount;
  const [fields, priced] = ['spec:payin.usdt-fields', 'spec:payin.usdt-priced-in-inr'];
  if (!run.usdtEnabled) {
    const rules = [fields, priced, 'reading:money.usdt-up'];
    return run.board.unseen(rules, 'USDT is not enabled for this account');
  }
  const reply = await run.expecting()('200', [fields], {
    'a pay-in in USDT': run.merchant.v3('payin', { mchOrderNo: run.number(), amount, tradeType: 'usdt' }),
  });
  if (reply === null || reply.data === null) return;
  run.see(reply, { [priced]: reply.data['amount'] === amount || 'amount is not the INR amount' });
}

/** Step that tests the default limits of pay-ins with unpaid orders. */
export const payinLimits: Step = {
  title: 'the limits of pay-ins',
  level: 'smallest',
  play: async (run) => {
    const rule = 'spec:limits.payin-amount';
    for (const [amount, expected] of [
      ['199.99', '422 amount_range'],
      ['200.00', '200'],
      ['50000.00', '200'],
      ['50000.01', '422 amount_range'],
    ] as const) {
      const reply = await run.expecting()(['200', '422 amount_range'], ['spec:errors.amount_range'], {
        [`a pay-in of ${amount}`]: run.merchant.v3('payin', { mchOrderNo: run.number(), amount }),
      });
      const outcome = reply === null ? 'nothing' : outcomeOf(reply);
      // The operator can set other limits for an account (spec: Limits).
      if (outcome !== expected)
        return run.board.unseen(
          [rule],
          `this account uses other limits: a pay-in of ${amount} returns ${outcome}`,
        );
    }
    run.board.add(rule, true);
  },
};
