import { type Header, headerValue } from '../../http/headers.ts';
import type { Reply } from '../reply.ts';
import type { Run } from '../run.ts';
import { about, madePayin, move, numberOf } from './mock-payins.ts';
import type { Step } from './step.ts';

/** spec: Delivery rules 3. */
const delays = ['1m', '5m', '15m', '1h', '6h'] as const;

/** Step about the responses of a receiver, and their effect. */
export const deliveries: Step = {
  title: 'callbacks: acknowledgements, retries and format',
  level: 'mock',
  play: async (run) => {
    await retried(run);
    await redirected(run);
    await formats(run);
    run.backstage().receiver.answerBy(() => null);
  },
};

async function retried(run: Run): Promise<void> {
  const { control, receiver } = run.backstage();
  const made = await madePayin(run);
  receiver.answerBy(({ text }) => (text.includes(numberOf(made)) ? { status: 500, body: 'success' } : null));
  await move(run, `/payins/${numberOf(made)}/pay`);
  const came = [await arrivals(run, made)];
  for (const by of delays) {
    await run.backstage().advance(by);
    came.push(await arrivals(run, made));
  }
  await run.backstage().advance('12h');
  came.push(await arrivals(run, made));
  const right = came.join() === '1,1,1,1,1,1,0';
  const told = `the numbers of attempts after 0, ${delays.join(', ')} and another 12h are ${came.join(', ')}; expected 1, 1, 1, 1, 1, 1, 0`;
  for (const id of ['spec:delivery.2', 'spec:limits.callback-retries', 'reading:callbacks.delays'])
    run.see(made, { [id]: right || told });
  const { data } = await control.tried('GET', `/merchants/${run.merchant.keys.mchId}/notifications`);
  const isNotified = JSON.stringify(data).includes(numberOf(made));
  run.see(made, {
    'spec:delivery.3': (right && isNotified) || (right ? 'the gateway did not notify the merchant' : told),
  });
}

async function arrivals(run: Run, made: Reply): Promise<number> {
  return about(await run.told(), made).length;
}

async function redirected(run: Run): Promise<void> {
  const { receiver } = run.backstage();
  const made = await madePayin(run);
  receiver.answerBy(({ path }) =>
    path === '/saved' ? { status: 302, body: 'success', location: `${receiver.url}/followed` } : null,
  );
  await move(run, `/payins/${numberOf(made)}/pay`);
  const first = about(await run.told(), made);
  receiver.answerBy(() => ({ status: 200, body: 'SUCCESS' }));
  await run.backstage().advance('1m');
  const second = about(await run.told(), made);
  receiver.answerBy(() => null);
  await run.backstage().advance('5m');
  const third = about(await run.told(), made);
  const notFollowed = first.length === 1 && first.every(({ path }) => path === '/saved');
  run.see(made, { 'reading:callbacks.redirects': notFollowed || 'the gateway followed a redirect' });
  const strict = second.length === 1 && third.length === 1;
  run.see(made, {
    'reading:callbacks.delivered':
      strict || 'the gateway counted SUCCESS in capitals, or a redirect, as an acknowledgement',
  });
}

/** Checks the test callback and the format that the gateway saves. */
async function formats(run: Run): Promise<void> {
  const { control, receiver } = run.backstage();
  const { mchId } = run.merchant.keys;
  receiver.answerBy(({ text }) => (text.startsWith('{') ? { status: 400, body: 'no' } : null));
  await control.done('POST', `/merchants/${mchId}/test-callback`);
  const tests = (await run.told()).map(
    ({ seen, fields }) => `${typeOf(seen.request.headers)} ${fields.get('test')}`,
  );
  receiver.answerBy(() => null);
  const made = await madePayin(run);
  await move(run, `/payins/${numberOf(made)}/pay`);
  const [told] = about(await run.told(), made);
  const isForm =
    told !== undefined && typeOf(told.seen.request.headers) === 'application/x-www-form-urlencoded';
  const both = tests.join() === 'application/json true,application/x-www-form-urlencoded true';
  run.see(made, {
    'spec:delivery.6':
      (both && isForm) ||
      'the gateway did not send the test callback in both formats, or did not save the accepted format',
    'reading:callbacks.test': both || 'the test callback does not contain test = true in both formats',
    'spec:events.format': isForm || 'a callback does not use the saved format',
  });
  await control.done('POST', `/merchants/${mchId}/test-callback`);
  await run.told();
}

function typeOf(headers: readonly Header[]): string {
  return headerValue(headers, 'content-type')?.split(';')[0] ?? '';
}
