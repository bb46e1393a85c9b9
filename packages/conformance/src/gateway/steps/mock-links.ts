import { parseAmount, payinFee } from '@inrgate/sdk/protocol';
import { Merchant, type Params } from '../merchant.ts';
import type { Reply } from '../reply.ts';
import type { Run } from '../run.ts';
import { about, available, move, numberOf } from './mock-payins.ts';
import type { Step } from './step.ts';

async function madeLink(run: Run, params: Params = {}): Promise<Reply> {
  const fields = { amount: run.setup.payinAmount, client_ref: run.number(), ...params };
  return run.ask({ what: 'a link', outgoing: run.merchant.createLink(fields) });
}

function asked(run: Run, made: Reply): Promise<Reply> {
  return run.ask({
    what: 'the status of a link',
    outgoing: run.merchant.linkStatus({ link_code: numberOf(made) }),
  });
}

/** Step about paid payment links and their callback. */
export const paidLinks: Step = {
  title: 'paid payment links and their callback',
  level: 'mock',
  play: async (run) => {
    if (run.setup.legacyBaseUrl === null) return;
    const { receiver } = run.backstage();
    const made = await madeLink(run, { notify_url: `${receiver.url}/link` });
    const silent = await madeLink(run);
    let answers = 0;
    receiver.answerBy(({ path }) => {
      if (path !== '/link') return null;
      answers += 1;
      return answers === 1 ? { status: 500, body: '' } : { status: 204, body: '' };
    });
    const before = await available(run);
    for (const link of [made, silent]) await move(run, `/links/${numberOf(link)}/pay`);
    const credited = (await available(run)) - before;
    const first = await run.told();
    const now = await asked(run, made);
    const amount = parseAmount(run.setup.payinAmount);
    run.see(now, {
      'spec:states.link': now.data?.['status'] === 'success' || 'the state of a paid link is not success',
      'reading:v1.as-payin':
        credited === 2n * (amount - payinFee(amount)) || 'the gateway does not credit a link like a pay-in',
    });
    const isTold = about(first, made).length === 1 && about(first, made)[0]?.path === '/link';
    run.see(now, {
      'spec:events.legacy': isTold || 'the gateway sent no callback for a paid link to notify_url',
      'reading:callbacks.legacy-target':
        about(first, silent).length === 0 || 'the gateway sent a callback for a link without notify_url',
    });
    await run.backstage().advance('1m');
    const second = about(await run.told(), made);
    run.see(now, {
      'spec:events.legacy.retries':
        second.length === 1 || 'the gateway does not retry a failed delivery after 1 min',
    });
    await run.backstage().advance('5m');
    const third = about(await run.told(), made);
    run.see(now, {
      'spec:events.legacy.2xx':
        third.length === 0 || 'the gateway does not accept status 204 as an acknowledgement',
    });
    receiver.answerBy(() => null);
    await strangers(run, made);
  },
};

async function strangers(run: Run, made: Reply): Promise<void> {
  const other = new Merchant(await run.backstage().merchant());
  const outgoing = other.linkStatus({ link_code: numberOf(made) });
  const reply = await run.wire.send({ what: "another merchant's link", outgoing });
  run.see(reply, {
    'reading:v1.other-merchant': reply.error === 'not_found' || 'the query finds a link of another merchant',
  });
}
