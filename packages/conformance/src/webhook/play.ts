import type { CallbackFormat } from '@inrgate/sdk/internal';
import { formatNames, oddityOf } from './answer-words.ts';
import type { CaseMaterial, ExpectedCredit, PlainCase, SentCase, Step, WebhookCase } from './case.ts';
import type { Answer, CheckRun, PlainDelivery, PlainKind, Sending } from './check-run.ts';
import {
  creditedInWords,
  type Found,
  foundByAnswers,
  foundByCredits,
  inTurn,
  overlapOf,
  type Played,
  unobserved,
  unseen,
} from './judgement.ts';
import type { Credits } from './probe.ts';
import { createOrderRemedy, creating } from './remedies.ts';

/** The findings of a case and its exchanges. */
export interface Outcome {
  readonly found: readonly Found[];
  readonly answers: readonly Answer[];
}

/** Runs a case. */
export async function play(run: CheckRun, played: WebhookCase): Promise<Outcome> {
  if ('timed' in played) return playTimed(run);
  if (run.silent) return skipped('not tried, because the endpoint has not responded in time so far');
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
  const seen = { seesCredits: run.seesCredits(kind) };
  const credit = credits && foundByCredits(expected, credits, seen);
  // A shop that credits nothing at all is reported once, where it matters most.
  if (credit !== null) found.push(credit.text === unseen ? { status: 'warn', text: unseen } : credit);
  return { found: [...found, passed(answers, credits)], answers };
}

function creditOf({ order }: PlainDelivery, family: PlainKind): ExpectedCredit {
  if (family === 'test') return { kind: 'nothing' };
  const once = { kind: 'once', amount: order.amount } as const;
  return family === 'payout' ? { ...once, status: 'success' } : once;
}

/** The finding for an unacknowledged plain callback, in this format or in both. */
async function foundByNone(
  run: CheckRun,
  { family, format }: { readonly family: PlainKind; readonly format: CallbackFormat },
): Promise<Found> {
  const { answer } = await run.plain(family, format);
  const { reason } = answer.acknowledgement;
  const isTaken = async (kind: PlainKind, as: CallbackFormat) =>
    !run.silent && (await run.plain(kind, as)).answer.acknowledgement.ok;
  const other = otherFormat[format];
  const test = family !== 'link' && run.setup.mchKey !== undefined ? await isTaken('test', format) : null;
  if (family !== 'link' && test !== true && (await isTaken(family, other))) {
    const settles = 'the gateway uses the format that its test finds';
    return {
      status: 'skip',
      text: `the endpoint accepts ${formatNames[other]}, not ${formatNames[format]}; ${settles}`,
    };
  }
  const text = `it is not acknowledged: ${reason}`;
  if (family === 'test' || run.setup.createOrder !== undefined) return { status: 'fail', text };
  const remedy = createOrderRemedy(run.setup.language);
  return test === true
    ? {
        status: 'fail',
        text: `${text}. The test callback is acknowledged, so the shop may refuse unknown orders`,
        fix: remedy,
      }
    : { status: 'fail', text, firstFix: remedy };
}

async function playSent(run: CheckRun, played: SentCase): Promise<Outcome> {
  const missing = missingFor(run, played);
  if (missing !== null) return skipped(missing);
  const { kind } = played;
  const taken = await run.formatOf(kind);
  if (taken === null)
    return skipped(`cannot be checked, because no plain callback is acknowledged; see ${kind}-json`);
  const { format = taken } = played;
  if (format !== taken && !(await run.plain(kind, format)).answer.acknowledgement.ok) {
    return skipped(`the endpoint does not accept ${formatNames[format]}`);
  }
  const first = played.againFirst ? await run.plain(kind, format) : null;
  const order = first?.order ?? (await run.order(kind));
  const material = { order, other: run.madeUp(kind), format, write: run.writer(format) };
  const steps = played.steps(material).map((step) => (first === null ? step : { ...step, body: first.body }));
  return judge(run, played, await send(run, steps, { material, expected: played.credit(material) }));
}

/** The missing prerequisite of the case; null for none. */
function missingFor({ setup }: CheckRun, played: SentCase): string | null {
  const { mchKey, mchSecret, createOrder } = setup;
  if (played.needsBothKeys && !(mchKey && mchSecret)) return 'needs both keys, mchKey and mchSecret';
  if (createOrder !== undefined) return null;
  if (played.needsKnownOrder) return `needs an order that the shop knows: ${creating}`;
  return played.aboutUnknownOrder ? `the shop knows none of the orders: ${creating}` : null;
}

/** The result of a case that ran. */
interface Sent {
  readonly played: readonly Played[];
  readonly expected: ExpectedCredit;
  readonly credits: Credits | null;
  /** Two responses to simultaneous callbacks overlapped. */
  readonly isConcurrent: boolean;
}

async function send(
  run: CheckRun,
  steps: readonly Step[],
  { material, expected }: { readonly material: CaseMaterial; readonly expected: ExpectedCredit },
): Promise<Sent> {
  const { order, other, format } = material;
  const played: Played[] = [];
  let isConcurrent = true;
  const credits = await run.creditsBy([order, other], async () => {
    for (const step of steps) {
      const { body, times = 1 } = step;
      const sending = { kind: order.kind, format, what: `${step.what}, ${order.mchOrderNo}`, body };
      const sendings =
        times === 1 ? [sending] : [...Array<Sending>(times).fill(sending), forgery(run, material)];
      const together = () => Promise.all(sendings.map((one) => run.deliver(one)));
      const answers = await together();
      played.push({ step, answers: answers.slice(0, times) });
      isConcurrent &&= times === 1 || (await wasConcurrent(run, answers, together));
    }
    return expected.kind === 'once' && played.every(({ answers }) => answers.some(isAcknowledged));
  });
  return { played, expected, credits, isConcurrent };
}

/** An unsigned callback for an unused order. An endpoint refuses it without waiting. */
function forgery(run: CheckRun, { order: { kind }, format, write }: CaseMaterial): Sending {
  const body = write.altered(write.plain(run.madeUp(kind)), { sign: undefined });
  return { kind, format, what: 'a forged callback', body };
}

/** Further rounds of ten, because several workers can respond in order by chance. */
const moreRounds = 11;
/** The sum of `overlapOf` that shows concurrency. */
const enoughOverlap = 2;

/** True if the run has shown so far that the endpoint handles callbacks concurrently. */
async function wasConcurrent(
  run: CheckRun,
  first: readonly Answer[],
  together: () => Promise<readonly Answer[]>,
): Promise<boolean> {
  let seen: number = overlapOf(first);
  for (let round = 0; round < moreRounds && seen < enoughOverlap && run.isConcurrent === undefined; round++) {
    seen += overlapOf(await together());
  }
  run.isConcurrent ||= seen >= enoughOverlap;
  return run.isConcurrent;
}

function judge(run: CheckRun, { aboutCredit, kind, onlyWarns }: SentCase, sent: Sent): Outcome {
  const { played, expected, credits } = sent;
  const answers = played.flatMap((one) => one.answers);
  run.durations.push(...answers.filter(isAcknowledged).map(({ result }) => result.durationMs));
  const seen = { credits, seesCredits: run.seesCredits(kind) };
  const byAnswers = played.flatMap((one) => foundByAnswers(one, seen));
  const byCredits = credits && foundByCredits(expected, credits, seen);
  const found = byCredits === null ? byAnswers : [...byAnswers, byCredits];
  if (!sent.isConcurrent) found.push({ status: 'skip', text: inTurn });
  if (aboutCredit && !seen.seesCredits && byAnswers.length === 0 && byCredits === null) {
    found.push({ status: 'skip', text: credits === null ? unobserved(kind) : unseen });
  }
  const judged = onlyWarns ? found.map(softened) : found;
  return { found: [...judged, passed(answers, credits)], answers };
}

function softened(one: Found): Found {
  return one.status === 'fail' ? { ...one, status: 'warn' } : one;
}

function isAcknowledged({ acknowledgement }: Answer): boolean {
  return acknowledgement.ok;
}

/** Half of the timeout, as a reserve for slow days. */
const nearTheLimit = 0.5;

function playTimed({ durations, setup }: CheckRun): Outcome {
  const { timeoutMs } = setup;
  if (durations.length === 0)
    return skipped('no callback was acknowledged, so there is no response time to measure');
  const slowest = Math.max(...durations);
  const text = `the slowest of ${durations.length} responses took ${slowest} ms of the ${timeoutMs} ms timeout`;
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
