import { isIP } from 'node:net';
import { isLoopback } from '@inrgate/sdk/internal';
import { formatAmount, parseAmount, payinFee } from '@inrgate/sdk/protocol';
import { quoted } from '../../traffic/finding.ts';
import { instantOf } from '../../traffic/money.ts';
import type { Shown } from '../board.ts';
import { type Params, wrongSign } from '../merchant.ts';
import { firstOf, type Reply } from '../reply.ts';
import type { Run } from '../run.ts';
import type { Step } from './step.ts';

/** Step that creates, repeats and queries unpaid pay-ins of the smallest amount. */
export const payinOrders: Step = {
  title: 'pay-ins: creation, repetition and query',
  level: 'smallest',
  play: async (run) => {
    const order = { mchOrderNo: run.number(), amount: run.setup.payinAmount, extra: `inrgate: a+b ü <&"'>` };
    const made = await run.probe({
      what: 'a pay-in for the minimum amount',
      outgoing: run.merchant.v3('payin', order),
      answer: '200',
      shows: ['spec:service.test-amount', 'spec:payin.fields'],
    });
    if (made?.data === null || made === null) return;
    run.see(made, {
      ...firstOf(made, 'spec:payin.idempotent'),
      'spec:service.hosted-url': ownHost(run.setup.baseUrl, made.data['pay_url']),
    });
    seen(run, made);
    await repeats(run, order);
    await queries(run, order.mchOrderNo, String(made.data['orderNo']));
    await rounded(run);
    await inUsdt(run);
  },
};

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

/** Checks the validity, the fee and the timestamps of a new order. */
function seen(run: Run, made: Reply): void {
  const { data } = made;
  const [created, expires] = [instantOf(data?.['createdAt']), instantOf(data?.['expiresAt'])];
  const fee = formatAmount(payinFee(parseAmount(run.setup.payinAmount)));
  run.see(made, {
    'spec:limits.fees': data?.['fee'] === fee || `the fee of ${run.setup.payinAmount} is not ${fee}`,
  });
  if (created === null || expires === null) return;
  // The default of 30 minutes is a setting of the gateway (spec: Limits).
  run.see(made, {
    'spec:limits.order-validity': expires > created || 'expiresAt of an order is not after createdAt',
  });
}

async function repeats(run: Run, order: Params): Promise<void> {
  const { merchant } = run;
  const same = { answer: '200', shows: ['spec:payin.idempotent', 'reading:order.11'] };
  const conflict = {
    answer: '409 duplicate_order',
    shows: ['spec:payin.conflict', 'spec:errors.duplicate_order'],
  };
  const other = formatAmount(parseAmount(run.setup.payinAmount) + 100n);
  await run.probes([
    { ...same, what: 'the same pay-in again', outgoing: merchant.v3('payin', order) },
    { ...same, what: 'the same pay-in as a form', outgoing: merchant.v3('payin', order, { form: true }) },
    {
      ...conflict,
      what: 'the same order number with another amount',
      outgoing: merchant.v3('payin', { ...order, amount: other }),
    },
    {
      what: 'the same pay-in signed with mchSecret',
      outgoing: merchant.v3('payin', order, { key: 'mchSecret' }),
      answer: '401 wrong_key_type',
      shows: ['spec:errors.wrong_key_type', 'spec:auth.wrong-key', 'spec:auth.keys'],
    },
    {
      ...conflict,
      what: 'the same order number with another trade type',
      outgoing: merchant.v3('payin', { ...order, tradeType: 'usdt' }),
    },
  ]);
}

async function queries(run: Run, mchOrderNo: string, orderNo: string): Promise<void> {
  const { merchant } = run;
  const query = 'check-order-status';
  const found = { answer: '200', shows: ['spec:query.either-number', 'spec:query.payin'] };
  const notFound = '404 order_not_found';
  await run.probes([
    { ...found, what: 'the query by mchOrderNo', outgoing: merchant.v3(query, { mchOrderNo }) },
    { ...found, what: 'the query by orderNo', outgoing: merchant.v3(query, { orderNo }) },
    {
      what: 'the query of a pay-in with a wrong signature',
      outgoing: merchant.v3(query, { mchOrderNo }, { sign: wrongSign }),
      answer: '401 invalid_signature',
      shows: ['spec:errors.invalid_signature'],
      locks: true,
    },
    {
      answer: '200',
      what: 'the query by both order numbers',
      outgoing: merchant.v3(query, { mchOrderNo, orderNo }),
      shows: ['reading:params.query-both'],
    },
    {
      answer: notFound,
      what: 'the query by the orderNo of one order and the mchOrderNo of another order',
      outgoing: merchant.v3(query, { mchOrderNo: run.number(), orderNo }),
      shows: ['reading:params.query-both'],
    },
    {
      answer: notFound,
      what: 'the query of a pay-in signed with mchSecret',
      outgoing: merchant.v3(query, { mchOrderNo }, { key: 'mchSecret' }),
      shows: ['spec:query.key-selects', 'reading:params.name-spaces'],
    },
  ]);
}

/** Creates an order with an amount whose fee ends in half a paisa, and checks the rounding. */
async function rounded(run: Run): Promise<void> {
  const { merchant, setup } = run;
  const paise = (parseAmount(setup.payinAmount) / 100n) * 100n + 50n;
  const amount = formatAmount(paise);
  const reply = await run.probe({
    what: 'a pay-in with a rounded fee and without extra',
    outgoing: merchant.exactly('payin.php', {
      merchant_id: merchant.keys.mchId,
      merchant_order_no: run.number(),
      amount,
    }),
    answer: '200',
    shows: ['spec:payin.aliases', 'spec:versioning.php-suffix'],
    except: ['spec:payin.fee'],
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
  const { merchant, setup } = run;
  const shows = ['spec:payin.usdt-fields', 'spec:payin.usdt-priced-in-inr'];
  if (!run.usdtEnabled) {
    return run.board.unseen([...shows, 'reading:money.usdt-up'], 'USDT is not enabled for this account');
  }
  const reply = await run.probe({
    what: 'a pay-in in USDT',
    outgoing: merchant.v3('payin', {
      mchOrderNo: run.number(),
      amount: setup.payinAmount,
      tradeType: 'usdt',
    }),
    answer: '200',
    shows: ['spec:payin.usdt-fields'],
  });
  if (reply === null || reply.data === null) return;
  run.see(reply, {
    'spec:payin.usdt-priced-in-inr':
      reply.data['amount'] === setup.payinAmount || 'amount is not the INR amount',
  });
}
