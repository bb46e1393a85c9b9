import type { CaseMaterial, ExpectedCredit, PlainCase, SentCase, Step, WebhookCase } from './case.ts';
import type { Answer, CheckRun, PlainDelivery } from './check-run.ts';
import {
  creditedInWords,
  type Found,
  foundByAnswers,
  foundByCredits,
  type Played,
  unseen,
} from './judgement.ts';
import type { CheckedOrder } from './order.ts';
import type { Credits } from './probe.ts';
import { formatNames, oddityOf } from './told.ts';

/** What a case found, and what went to and fro for it. */
export interface Outcome {
  readonly found: readonly Found[];
  readonly answers: readonly Answer[];
}

/** Plays a case. */
export async function play(run: CheckRun, played: WebhookCase): Promise<Outcome> {
  if ('timed' in played) return playTimed(run);
  if (run.silent) return skipped('not tried: the endpoint has given no answer in time so far');
  return 'plain' in played ? playPlain(run, played) : playSent(run, played);
}

function skipped(text: string): Outcome {
  return { found: [{ status: 'skip', text }], answers: [] };
}

const otherFormat = { json: 'form', form: 'json' } as const;

async function playPlain(run: CheckRun, { plain: format, kind, test }: PlainCase): Promise<Outcome> {
  const family = test ? 'test' : kind;
  const delivery = await run.plain(family, format);
  const { answer, credits } = delivery;
  const answers = [answer];
  if (!answer.acknowledgement.ok) return { found: [await foundByNone(run, { family, format })], answers };
  const odd = kind === 'link' ? null : oddityOf(answer.result, answer.acknowledgement);
  const found: Found[] = odd === null ? [] : [{ status: 'warn', text: odd }];
  const expected = creditOf(delivery, family);
  const credit = credits && foundByCredits(expected, credits, run);
  // A shop that credits nothing at all is told once, where it matters most.
  if (credit !== null) found.push(credit.text === unseen ? { status: 'warn', text: unseen } : credit);
  return { found: [...found, passed(answers, expected.kind === 'not looked at' ? null : credits)], answers };
}

function creditOf({ order }: PlainDelivery, family: 'test' | CheckedOrder['kind']) {
  if (family === 'test') return { kind: 'nothing' } as const;
  return family === 'payout'
    ? ({ kind: 'not looked at' } as const)
    : ({ kind: 'once', amount: order.amount } as const);
}

/** A plain callback that is not acknowledged: in this format, or in none. */
async function foundByNone(
  run: CheckRun,
  { family, format }: { readonly family: 'test' | CheckedOrder['kind']; readonly format: 'json' | 'form' },
): Promise<Found> {
  const { answer } = await run.plain(family, format);
  const { reason } = answer.acknowledgement;
  const isTaken = async (kind: typeof family, as: typeof format) =>
    !run.silent && (await run.plain(kind, as)).answer.acknowledgement.ok;
  const other = otherFormat[format];
  const test = family !== 'link' && run.setup.mchKey !== undefined ? await isTaken('test', format) : null;
  if (family !== 'link' && test !== true && (await isTaken(family, other))) {
    const settles = 'the gateway settles on what its test finds';
    return {
      status: 'skip',
      text: `the endpoint takes ${formatNames[other]}, not ${formatNames[format]}; ${settles}`,
    };
  }
  const isMadeUp = run.setup.makeOrder === undefined && test === true && family !== 'test';
  const hint = isMadeUp
    ? '. The panel’s test is acknowledged: perhaps the shop refuses orders it does not know'
    : '';
  return { status: 'fail', text: `it is not acknowledged: ${reason}${hint}` };
}

async function playSent(run: CheckRun, played: SentCase): Promise<Outcome> {
  const missing = missingFor(run, played);
  if (missing !== null) return skipped(missing);
  const { kind } = played;
  const taken = await run.formatOf(kind);
  if (taken === null)
    return skipped(`nothing can be seen: no plain callback is acknowledged, see ${kind}-json`);
  const { format = taken } = played;
  if (format !== taken && !(await run.plain(kind, format)).answer.acknowledgement.ok) {
    return skipped(`the endpoint does not take ${formatNames[format]}`);
  }
  const first = played.againFirst ? await run.plain(kind, format) : null;
  const order = first?.order ?? (await run.order(kind));
  const material = { order, other: run.madeUp(kind), format, write: run.writer(format) };
  const steps = played.steps(material).map((step) => (first === null ? step : { ...step, body: first.body }));
  return judge(run, played, await send(run, steps, { material, expected: played.credit(material) }));
}

/** What the case needs and has not; null for nothing. */
function missingFor({ setup }: CheckRun, played: SentCase): string | null {
  const { mchKey, mchSecret, makeOrder } = setup;
  if (played.needsBothKeys && !(mchKey && mchSecret)) return 'needs both keys, mchKey and mchSecret';
  if (makeOrder !== undefined) return null;
  if (played.needsKnownOrder) return 'needs an order that the shop knows: let the check make orders in it';
  return played.aboutUnknownOrder
    ? 'every order is one that the shop does not know: let the check make orders in it'
    : null;
}

/** A case as it was played. */
interface Sent {
  readonly played: readonly Played[];
  readonly expected: ExpectedCredit;
  readonly credits: Credits | null;
}

async function send(
  run: CheckRun,
  steps: readonly Step[],
  { material, expected }: { readonly material: CaseMaterial; readonly expected: ExpectedCredit },
): Promise<Sent> {
  const { order, other, format } = material;
  const played: Played[] = [];
  const credits = await run.creditsBy([order, other], async () => {
    for (const step of steps) {
      const { body, times = 1 } = step;
      const sending = { kind: order.kind, format, what: `${step.what}, ${order.mchOrderNo}`, body };
      const answers = await Promise.all(Array.from({ length: times }, () => run.deliver(sending)));
      played.push({ step, answers });
    }
    return expected.kind === 'once' && played.every(({ answers }) => answers.some(isAcknowledged));
  });
  return { played, expected, credits };
}

function judge(run: CheckRun, { aboutCredit }: SentCase, { played, expected, credits }: Sent): Outcome {
  const answers = played.flatMap((one) => one.answers);
  run.durations.push(...answers.filter(isAcknowledged).map(({ result }) => result.durationMs));
  const byAnswers = played.flatMap((one) => foundByAnswers(one, { credits, run }));
  const byCredits = credits && foundByCredits(expected, credits, run);
  const found = byCredits === null ? byAnswers : [...byAnswers, byCredits];
  if (aboutCredit && !run.seesCredits && found.length === 0) {
    const text = 'answered as it should be; what was credited is not seen without a probe';
    return { found: [{ status: 'skip', text }], answers };
  }
  const seen = expected.kind === 'not looked at' ? null : credits;
  return { found: [...found, passed(answers, seen)], answers };
}

function isAcknowledged({ acknowledgement }: Answer): boolean {
  return acknowledgement.ok;
}

/** Half of the time there is: a slow day takes the rest. */
const nearTheLimit = 0.5;

function playTimed({ durations, setup }: CheckRun): Outcome {
  const { timeoutMs } = setup;
  if (durations.length === 0) return skipped('nothing was acknowledged, so there is no answer to measure');
  const slowest = Math.max(...durations);
  const text = `the slowest of ${durations.length} answers took ${slowest} ms, of ${timeoutMs} ms that there are`;
  return { found: [{ status: slowest > timeoutMs * nearTheLimit ? 'warn' : 'pass', text }], answers: [] };
}

function passed(answers: readonly Answer[], credits: Credits | null): Found {
  const [first] = answers;
  const same = answers.every(({ exchange }) => exchange.received === first?.exchange.received);
  const received = same
    ? (first?.exchange.received ?? '')
    : answers.map(({ exchange }) => exchange.received).join(', then ');
  return { status: 'pass', text: credits === null ? received : `${received}; ${creditedInWords(credits)}` };
}
