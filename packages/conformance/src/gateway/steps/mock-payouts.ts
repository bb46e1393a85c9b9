import type { Params } from '../merchant.ts';
import type { Reply } from '../reply.ts';
import type { Run } from '../run.ts';
import { about, available, move, numberOf, queried } from './mock-payins.ts';
import type { Step } from './step.ts';

const upi = { upiId: 'inrgate-check@upi' };
const bank = { accountName: 'inrgate check', accountNumber: '000000000000', ifsc: 'HDFC0000000' };
const usdtAddress = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

async function madePayout(run: Run, params: Params = upi): Promise<Reply> {
  const order = { mchOrderNo: run.number(), amount: run.setup.payoutAmount, ...params };
  return run.ask({ what: 'a payout', outgoing: run.merchant.v3('payout', order) });
}

/** Step about approved, paid, rejected and cancelled payouts. */
export const movedPayouts: Step = {
  title: 'payouts (approved, paid, rejected, cancelled) and their callbacks',
  level: 'mock',
  play: async (run) => {
    await completed(run);
    await refused(run);
    await methods(run);
    await waiting(run);
  },
};

async function completed(run: Run): Promise<void> {
  const { receiver } = run.backstage();
  const made = await madePayout(run, { ...upi, notifyUrl: `${receiver.url}/unused` });
  const path = `/payouts/${numberOf(made)}`;
  const early = await move(run, `${path}/complete`);
  await move(run, `${path}/approve`);
  const processing = await queried(run, made, 'mchSecret');
  const before = await available(run);
  await move(run, `${path}/complete`);
  const paid = await queried(run, made, 'mchSecret');
  const told = about(await run.told(), made);
  const isMoved =
    !early && processing.data?.['status'] === 'processing' && paid.data?.['status'] === 'success';
  const late = await move(run, `${path}/reject`);
  run.see(paid, {
    'spec:states.payout':
      (isMoved && !late) ||
      'the payout does not change from pending to processing to success, or success is not final',
  });
  const states = told.map(({ fields }) => fields.get('status'));
  run.see(paid, {
    'spec:events.payout':
      states.join() === 'processing,success' ||
      'the gateway did not send callbacks for processing and success',
    'spec:events.payout.target':
      told.every((one) => one.path === '/saved') || 'the gateway sent a callback to another URL',
    'spec:payout.notify-url': told.every((one) => one.path === '/saved') || 'the gateway used notifyUrl',
  });
  const isSame =
    (await available(run)) === before && told[1]?.fields.get('amount') === run.setup.payoutAmount;
  run.see(paid, {
    'spec:service.payout':
      isSame ||
      'the beneficiary did not receive exactly amount, or the gateway did not charge the fee in addition',
  });
}

async function refused(run: Run): Promise<void> {
  const before = await available(run);
  const [rejected, cancelled] = [await madePayout(run), await madePayout(run)];
  await move(run, `/payouts/${numberOf(rejected)}/reject`);
  await move(run, `/payouts/${numberOf(cancelled)}/approve`);
  await move(run, `/payouts/${numberOf(cancelled)}/cancel`);
  const told = await run.told();
  const now = [await queried(run, rejected, 'mchSecret'), await queried(run, cancelled, 'mchSecret')];
  const isBack = (await available(run)) === before;
  const isFailed = now.every(({ data }) => data?.['status'] === 'failed');
  const isTold = [rejected, cancelled].every((made) =>
    about(told, made).some(({ fields }) => fields.get('status') === 'failed'),
  );
  run.see(rejected, {
    'spec:states.payout.failed':
      (isBack && isFailed && isTold) ||
      'the payout is not failed and refunded, or the gateway sent no callback',
  });
}

async function methods(run: Run): Promise<void> {
  const { control } = run.backstage();
  const kinds = [
    upi,
    { ...bank, bankCode: 'hdfc bank' },
    { ...bank, bankCode: 'A Bank of Our Own' },
    { usdtAddress },
  ];
  const made: Reply[] = [];
  for (const kind of kinds) made.push(await madePayout(run, kind));
  const [first, listed, other] = made;
  if (first === undefined || listed === undefined || other === undefined) return;
  const taken = made.every(({ status }) => status === 200);
  const types = made.map(({ data }) => data?.['payType']).join();
  run.see(first, {
    'spec:service.methods':
      (taken && types === 'upi,bank,bank,usdt') || 'the gateway rejected a kind of destination',
  });
  const bankOf = async (one: Reply) => (await control.tried('GET', `/payouts/${numberOf(one)}`)).data;
  const [known, own] = [JSON.stringify(await bankOf(listed)), JSON.stringify(await bankOf(other))];
  const matches = known.includes('"HDFC Bank"') && own.includes('"A Bank of Our Own"');
  run.see(listed, {
    'spec:payout.bank-list':
      matches || 'the gateway matches bank names with regard to case, or does not store an unknown name',
    'reading:params.bank-list':
      matches || 'the gateway matches bank names with regard to case, or does not store an unknown name',
  });
  for (const one of made) await move(run, `/payouts/${numberOf(one)}/reject`);
  await run.told();
}

async function waiting(run: Run): Promise<void> {
  const made = await madePayout(run);
  await run.backstage().advance('1h');
  const now = await queried(run, made, 'mchSecret');
  run.see(now, { 'spec:states.payout.no-expiry': now.data?.['status'] === 'pending' || 'a payout expired' });
  await move(run, `/payouts/${numberOf(made)}/reject`);
  await run.told();
}
