import { headerValue } from '../../http/headers.ts';
import { Merchant } from '../merchant.ts';
import type { Reply } from '../reply.ts';
import type { Probe, Run } from '../run.ts';
import type { Step } from './step.ts';

/** Maximum number of requests that may precede the rate limit, and of wrong signatures that may precede the lock. */
const mostCalls = 400;
const mostWrong = 40;
const upiId = 'inrgate-check@upi';

/** Step about the limits of payouts, requests and wrong signatures. Each limit uses its own merchant. */
export const limits: Step = {
  title: 'limits: payouts, requests per minute, wrong signatures',
  level: 'mock',
  play: async (run) => {
    await amounts(run);
    await funds(run);
    await rate(run);
    await lock(run);
  },
};

async function amounts(run: Run): Promise<void> {
  const rich = new Merchant(await run.backstage().merchant({ balance: '1000000.00' }));
  const of = (what: string, amount: string, answer: string, shows: readonly string[]): Probe => ({
    ...{ what, answer, shows },
    outgoing: rich.v3('payout', { mchOrderNo: run.number(), amount, upiId }),
  });
  const range = ['spec:limits.payout-amount', 'spec:errors.amount_range'];
  await run.probes([
    of('a payout of 499.99', '499.99', '422 amount_range', range),
    of('a payout of 200,000.01', '200000.01', '422 amount_range', range),
    of('a payout of 500.00', '500.00', '200', range.slice(0, 1)),
    of('a payout of 200,000.00 on a day with a payout of 500.00', '200000.00', '422 daily_limit', [
      'spec:limits.payout-daily',
      'spec:errors.daily_limit',
    ]),
    of('payouts of 200,000.00 in total on one day', '199500.00', '200', ['spec:limits.payout-daily']),
  ]);
}

async function funds(run: Run): Promise<void> {
  const poor = new Merchant(await run.backstage().merchant({ balance: '520.00' }));
  const mchOrderNo = run.number();
  const create = poor.v3('payout', { mchOrderNo, amount: '500.00', upiId });
  const wallet = () => run.wire.send({ what: 'the balance', outgoing: poor.v3('check-gateway-balance', {}) });
  const before = await wallet();
  const refused = {
    answer: '422 insufficient_balance',
    shows: ['spec:errors.insufficient_balance', 'reading:order.12'],
  };
  const first = await run.probe({
    ...refused,
    what: 'a payout with enough balance for the amount but not for the fee',
    outgoing: create,
  });
  const again = await run.probe({ ...refused, what: 'the same order number again', outgoing: create });
  const after = await wallet();
  if (first === null || again === null) return;
  const same = JSON.stringify(after.data) === JSON.stringify(before.data);
  run.see(after, { 'spec:payout.refusal-debits-nothing': same || 'a rejected payout changed the wallet' });
}

async function rate(run: Run): Promise<void> {
  const merchant = new Merchant(await run.backstage().merchant());
  const call = () =>
    run.wire.send({
      what: 'consecutive requests',
      outgoing: merchant.v3('check-gateway-balance', {}),
      hasty: true,
    });
  for (let taken = 0; taken < mostCalls; taken++) {
    const reply = await call();
    if (reply.status !== 429) continue;
    run.judged(reply);
    for (const id of ['spec:limits.rate', 'reading:order.7'])
      run.see(reply, { [id]: taken === 120 || `the limit is ${taken} requests per minute` });
    run.see(reply, { 'spec:errors.rate_limited': reply.error === 'rate_limited' || 'the code differs' });
    run.observed.rateLimitPerMinute = taken;
    return;
  }
  run.observed.rateLimitPerMinute = null;
  const none = `${mostCalls} requests did not reach a rate limit`;
  for (const id of ['spec:limits.rate', 'reading:order.7']) run.board.add(id, none);
}

async function lock(run: Run): Promise<void> {
  const { control } = run.backstage();
  const merchant = new Merchant(await run.backstage().merchant());
  const before = run.wire.wrongSignatures;
  await control.done('DELETE', '/locks');
  const call = () =>
    run.wire.send({
      what: 'consecutive wrong signatures',
      outgoing: merchant.v3('check-gateway-balance', {}, { sign: 'F'.repeat(32) }),
      hasty: true,
    });
  try {
    for (let wrong = 0; wrong < mostWrong; wrong++) {
      const reply = await call();
      if (reply.status !== 429) continue;
      return locked(run, { reply, failures: wrong });
    }
    run.observed.signatureLock = null;
    for (const id of ['spec:limits.lock', 'reading:order.4'])
      run.board.add(id, `${mostWrong} wrong signatures did not lock the IP address`);
  } finally {
    await control.done('DELETE', '/locks');
    run.wire.forgive(run.wire.wrongSignatures - before);
  }
}

function locked(run: Run, { reply, failures }: { readonly reply: Reply; readonly failures: number }): void {
  run.judged(reply);
  const seconds = Number(headerValue(reply.exchange.answer?.headers ?? [], 'retry-after'));
  run.see(reply, {
    'spec:limits.lock': true,
    'spec:errors.too_many_failures': reply.error === 'too_many_failures' || 'the code differs',
  });
  const usual = failures === 10 && seconds > 890 && seconds <= 900;
  run.see(reply, {
    'reading:order.4': usual || `${failures} wrong signatures lock an IP address for ${seconds} s`,
  });
  if (seconds > 0) run.observed.signatureLock = { failures, lockSeconds: seconds };
}
