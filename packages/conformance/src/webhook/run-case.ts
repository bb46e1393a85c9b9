import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Exchange } from '../findings/report.ts';
import { formatNames, oddityOf } from './answer-words.ts';
import type { ExpectedCredit, PathCase, PlainCase, SentCase, WebhookCase } from './case.ts';
import type { Answer, CheckRun, PlainDelivery, PlainKind } from './check-run.ts';
import {
  creditedInWords,
  type Found,
  foundByAnswers,
  foundByCredits,
  foundByVisits,
  inTurn,
  unobserved,
  unseen,
} from './judgement.ts';
import { examinePath } from './path/examine-path.ts';
import { pathVerdict } from './path/path-verdict.ts';
import type { Credits } from './probe.ts';
import { createOrderRemedy, creating } from './remedies.ts';
import { exchangesOf, isAcknowledged, type Sent, sendSteps } from './send-steps.ts';

export interface Outcome {
  readonly found: readonly Found[];
  readonly exchanges: readonly Exchange[];
}

export async function runCase(run: CheckRun, one: WebhookCase): Promise<Outcome> {
  if (one.kind === 'path') return runPath(run, one);
  const path = await run.path;
  if (path?.isBlocked) return skipped(`skipped, because ${path.obstacle?.id} stops every callback`);
  if ('timed' in one) return runTimed(run);
  if (run.silent)
    return skipped('skipped, because the endpoint did not respond to earlier callbacks in time');
  const outcome = await ('plain' in one ? runPlain(run, one) : runSent(run, one));
  run.throwIfUnreachable();
  return outcome;
}

async function runPath(run: CheckRun, { id }: PathCase): Promise<Outcome> {
  run.path ??= examinePath(run);
  const findings = await run.path;
  const exchanges = findings.obstacle?.id === id ? findings.exchanges : [];
  const verdict = pathVerdict(id, findings);
  // Mask the finding, because the host of a redirect can contain a key.
  return { found: [{ ...verdict, text: run.setup.hide(verdict.text) }], exchanges };
}

function skipped(text: string): Outcome {
  return { found: [{ status: 'skip', text }], exchanges: [] };
}

const otherFormat = { json: 'form', form: 'json' } as const;

async function runPlain(run: CheckRun, { plain: format, kind, test }: PlainCase): Promise<Outcome> {
  const family = test ? 'test' : kind;
  const delivery = await run.plain(family, format);
  const { answer, credits } = delivery;
  const answers = [answer];
  if (!answer.acknowledgement.ok)
    return { found: [await foundByNone(run, { family, format })], exchanges: exchangesOf(answers) };
  const odd = kind === 'link' ? null : oddityOf(answer.result, answer.acknowledgement);
  const found: Found[] = odd === null ? [] : [{ status: 'warn', text: odd }];
  const expected = creditOf(delivery, family);
  const seen = { seesCredits: run.seesCredits(kind) };
  const credit = credits && foundByCredits(expected, credits, seen);
  // If the shop credits nothing at all, only the most important case reports this.
  if (credit !== null) found.push(credit.text === unseen ? { status: 'warn', text: unseen } : credit);
  return { found: [...found, passed(answers, credits)], exchanges: exchangesOf(answers) };
}

function creditOf({ order }: PlainDelivery, family: PlainKind): ExpectedCredit {
  if (family === 'test') return { kind: 'nothing' };
  const once = { kind: 'once', amount: order.amount } as const;
  return family === 'payout' ? { ...once, status: 'success' } : once;
}

/** Returns the finding about a plain callback that was not acknowledged in this format, or in both formats. */
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
    const settles = 'the gateway uses the format that the test callback determines';
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
        text: `${text}. The test callback is acknowledged, so the shop may reject unknown orders`,
        fix: remedy,
      }
    : { status: 'fail', text, firstFix: remedy };
}

async function runSent(run: CheckRun, one: SentCase): Promise<Outcome> {
  const missing = missingFor(run, one);
  if (missing !== null) return skipped(missing);
  const { kind } = one;
  const taken = await run.formatOf(kind);
  if (taken === null)
    return skipped(
      `cannot be checked, because the endpoint acknowledges no plain callback; see ${kind}-json`,
    );
  const { format = taken } = one;
  if (format !== taken && !(await run.plain(kind, format)).answer.acknowledgement.ok) {
    return skipped(`the endpoint does not accept ${formatNames[format]}`);
  }
  const first = one.againFirst ? await run.plain(kind, format) : null;
  const order = first?.order ?? (await run.order(kind));
  const material = { order, other: run.madeUp(kind), format, write: run.writer(format) };
  const steps = one
    .steps(material)
    .map((step) => (first === null || !('body' in step) ? step : { ...step, body: first.body }));
  return judge(run, one, await sendSteps(run, steps, { material, expected: one.credit(material) }));
}

/** Returns the missing prerequisite of the case, or null if the case can run. */
function missingFor({ setup }: CheckRun, one: SentCase): string | null {
  const { mchKey, mchSecret, createOrder, returnUrl } = setup;
  if (one.needsBothKeys && !(mchKey && mchSecret)) return 'requires both keys, mchKey and mchSecret';
  if (one.needsReturnUrl && returnUrl === undefined) return 'requires the return page (--return-url)';
  if (createOrder !== undefined) return null;
  if (one.needsKnownOrder) return `requires an order that the shop knows: ${creating}`;
  return one.aboutUnknownOrder ? `the shop knows none of the orders: ${creating}` : null;
}

function judge(run: CheckRun, { aboutCredit, kind, onlyWarns }: SentCase, sent: Sent): Outcome {
  const { deliveries, visited, expected, credits } = sent;
  const answers = deliveries.flatMap((one) => one.answers);
  run.durations.push(...answers.filter(isAcknowledged).map(({ result }) => result.durationMs));
  const seen = { credits, seesCredits: run.seesCredits(kind) };
  const byAnswers = [
    ...deliveries.flatMap((one) => foundByAnswers(one, seen)),
    ...foundByVisits(visited, { ownOrders: run.setup.createOrder !== undefined }),
  ];
  const byCredits = credits && foundByCredits(expected, credits, seen);
  const found = byCredits === null ? byAnswers : [...byAnswers, byCredits];
  if (!sent.isConcurrent) found.push({ status: 'skip', text: inTurn });
  if (aboutCredit && !seen.seesCredits && byAnswers.length === 0 && byCredits === null) {
    found.push({ status: 'skip', text: credits === null ? unobserved(kind) : unseen });
  }
  const judged = onlyWarns ? found.map(softened) : found;
  return { found: [...judged, passed(answers, credits)], exchanges: sent.exchanges };
}

function softened(one: Found): Found {
  return one.status === 'fail' ? { ...one, status: 'warn' } : one;
}

/** Share of the timeout above which a response counts as slow. The rest is a reserve for high load. */
const nearTheLimit = 0.5;

function runTimed({ durations, setup }: CheckRun): Outcome {
  const { timeoutMs } = setup;
  if (durations.length === 0)
    return skipped('no callback was acknowledged, so there is no response time to measure');
  const slowest = Math.max(...durations);
  const text = `the slowest of ${durations.length} responses took ${slowest} ms of the ${timeoutMs} ms timeout`;
  return { found: [{ status: slowest > timeoutMs * nearTheLimit ? 'warn' : 'pass', text }], exchanges: [] };
}

function passed(answers: readonly Answer[], credits: Credits | null): Found {
  const [first] = answers;
  const same = answers.every(({ exchange }) => exchange.received === first?.exchange.received);
  const received = same
    ? (first?.exchange.received ?? '')
    : answers.map(({ exchange }) => exchange.received).join(', then ');
  return { status: 'pass', text: credits === null ? received : `${received}; ${creditedInWords(credits)}` };
}
