import { formatAmount, parseAmount, payinFee } from '@inrgate/sdk/protocol';
import { paiseOf } from '../../traffic/money.ts';
import type { Params } from '../merchant.ts';
import type { ReceivedCallback } from '../mock/stage.ts';
import type { Reply } from '../reply.ts';
import type { Run } from '../run.ts';
import type { Step } from './step.ts';

/** Creates a pay-in whose state the control API changes later. */
export async function madePayin(run: Run, params: Params = {}): Promise<Reply> {
  const { merchant, setup } = run;
  const order = { mchOrderNo: run.number(), amount: setup.payinAmount, ...params };
  return run.ask({ what: 'a pay-in', outgoing: merchant.v3('payin', order) });
}

/** Creates a query for the current state of an order. */
export function queried(run: Run, made: Reply, key: 'mchKey' | 'mchSecret' = 'mchKey'): Promise<Reply> {
  const params = { orderNo: numberOf(made) };
  return run.ask({ what: 'the query', outgoing: run.merchant.v3('check-order-status', params, { key }) });
}

export function numberOf(made: Reply): string {
  return String(made.data?.['orderNo'] ?? made.data?.['link_code'] ?? 'none');
}

export async function move(run: Run, path: string, body?: object): Promise<boolean> {
  const { status } = await run.backstage().control.tried('POST', path, body ?? {});
  return status < 300;
}

export async function available(run: Run): Promise<bigint> {
  const reply = await run.ask({
    what: 'the balance',
    outgoing: run.merchant.v3('check-gateway-balance', {}),
  });
  return paiseOf(reply.data?.['available']) ?? -1n;
}

export function about(told: readonly ReceivedCallback[], made: Reply): readonly ReceivedCallback[] {
  return told.filter(({ fields }) =>
    [fields.get('orderNo'), fields.get('link_code')].includes(numberOf(made)),
  );
}

/** Step about paid, failed and late pay-ins. */
export const paidPayins: Step = {
  title: 'pay-ins (paid, failed, late) and their callbacks',
  level: 'mock',
  play: async (run) => {
    await paid(run);
    await failed(run);
    await late(run);
    await underpaid(run);
  },
};

async function paid(run: Run): Promise<void> {
  const { receiver } = run.backstage();
  const [saved, own] = [
    await madePayin(run, { extra: 'a+b ü' }),
    await madePayin(run, { notifyUrl: `${receiver.url}/own` }),
  ];
  const before = await available(run);
  for (const made of [saved, own]) await move(run, `/payins/${numberOf(made)}/pay`);
  const credited = (await available(run)) - before;
  const told = await run.told();
  const now = await queried(run, saved);
  const amount = parseAmount(run.setup.payinAmount);
  const isPaid = now.data?.['status'] === 'success' && credited === 2n * (amount - payinFee(amount));
  const came = about(told, saved).length === 1 && about(told, own).length === 1;
  run.see(now, {
    'spec:states.payin.success':
      isPaid || 'the state of a paid order is not success, or the gateway did not credit netAmount',
    'spec:service.payin':
      (isPaid && came) || 'the gateway did not report a paid order by exactly one callback and by the query',
    'spec:delivery.1': came || 'the gateway sent an acknowledged callback more than once, or never',
  });
  const [toSaved, toOwn] = [about(told, saved)[0], about(told, own)[0]];
  const targets = toSaved?.path === '/saved' && toOwn?.path === '/own';
  run.see(now, {
    'spec:events.payin.target':
      targets || 'the gateway did not send a callback to notifyUrl, or without notifyUrl to the saved URL',
  });
  const headers = new Map(toSaved?.seen.request.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const hasHeaders = headers.has('user-agent') && headers.has('content-type');
  run.see(now, {
    'reading:callbacks.headers': hasHeaders || 'a callback contains no User-Agent or no Content-Type header',
  });
  await move(run, `/payins/${numberOf(saved)}/resend`);
  const again = about(await run.told(), saved);
  const isSame = again.length === 1 && again[0]?.fields.get('sign') === toSaved?.fields.get('sign');
  run.see(now, {
    'spec:delivery.4': isSame || 'a manual re-send did not arrive, or its body differs',
    'reading:callbacks.resend-target':
      again[0]?.path === '/saved' || 'the gateway sent the re-send to another URL',
  });
}

async function failed(run: Run): Promise<void> {
  const made = await madePayin(run);
  await move(run, `/payins/${numberOf(made)}/fail`);
  const told = about(await run.told(), made);
  const now = await queried(run, made);
  const isTold = told.length === 1 && told[0]?.fields.get('status') === 'failed';
  run.see(now, {
    'spec:states.payin.failed':
      now.data?.['status'] === 'failed' || 'the state of an order with a failed payment is not failed',
    'reading:states.failed-callback': isTold || 'the gateway sent no callback for a failed pay-in',
  });
  run.observed.failedPayinCallback = isTold;
  const before = await available(run);
  await move(run, `/payins/${numberOf(made)}/pay`);
  const credited = (await available(run)) > before;
  const paid = about(await run.told(), made);
  const after = await queried(run, made);
  const isPaid =
    after.data?.['status'] === 'success' && credited && paid[0]?.fields.get('status') === 'success';
  run.see(after, {
    'spec:states.payin.failed-paid':
      isPaid ||
      'after a late payment, the failed order is not success and credited, or the gateway sent no callback',
  });
}

async function late(run: Run): Promise<void> {
  const made = await madePayin(run);
  const minutes = run.observed.orderValidityMinutes ?? 30;
  await run.backstage().advance(`${minutes}m`);
  const expired = await queried(run, made);
  run.see(expired, {
    'spec:states.payin.expired': expired.data?.['status'] === 'expired' || 'the pay-in is not expired',
    'reading:states.expiry':
      expired.data?.['status'] === 'expired' || 'the pay-in is not expired at expiresAt',
  });
  const fails = await move(run, `/payins/${numberOf(made)}/fail`);
  run.see(expired, { 'reading:states.expired-cannot-fail': !fails || 'an expired pay-in can fail' });
  const before = await available(run);
  const taken = await move(run, `/payins/${numberOf(made)}/pay`);
  const credited = (await available(run)) > before;
  const told = about(await run.told(), made);
  const now = await queried(run, made);
  const isPaid = taken && now.data?.['status'] === 'success' && credited && told.length === 1;
  run.see(now, {
    'spec:states.payin.late':
      isPaid ||
      'after a late payment, the expired order is not success and credited, or the gateway sent no callback',
    'reading:states.late-payment': isPaid || 'the gateway rejects a late payment',
  });
  run.observed.latePayments = taken ? 'credit' : 'refuse';
}

async function underpaid(run: Run): Promise<void> {
  const made = await madePayin(run);
  const paidAmount = formatAmount(parseAmount(run.setup.payinAmount) - 100n);
  await move(run, `/payins/${numberOf(made)}/pay`, { paidAmount });
  const [told] = about(await run.told(), made);
  const now = await queried(run, made);
  const follows =
    now.data?.['fee'] === made.data?.['fee'] && told?.fields.get('netAmount') === made.data?.['netAmount'];
  const isSaid = now.data?.['paidAmount'] === paidAmount && told?.fields.get('paidAmount') === paidAmount;
  run.see(now, {
    'reading:money.fees-follow-amount': (follows && isSaid) || 'fee or netAmount changed with paidAmount',
  });
}
