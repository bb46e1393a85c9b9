import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { Exchange } from '../findings/report.ts';
import { CheckError } from '../findings/report.ts';
import { type CheckedKind, type CheckedOrder, formatNames, keyOfKind, kindNames } from './callback-writer.ts';
import {
  type ExpectedCredit,
  type PathCase,
  type PlainCase,
  paidOnce,
  type SentCase,
  type WebhookCase,
} from './case.ts';
import { type Answer, type CheckRun, isLimited, type PlainDelivery, type PlainKind } from './check-run.ts';
import {
  type Cost,
  creditedInWords,
  creditFixes,
  type Delivered,
  type Found,
  foundByAnswers,
  foundByCredits,
  foundByVisits,
  inTurn,
  lost,
  oddityOf,
  rejected,
  unobserved,
  unseen,
} from './judgement.ts';
import { examinePath, pathVerdict } from './path/examine-path.ts';
import { createOrderRemedy, creating } from './remedies.ts';
import { exchangesOf, isAcknowledged, type Sent, sendSteps } from './send-steps.ts';
import type { Credits } from './shop-calls.ts';

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
  const outcome = await ('plain' in one ? runPlain(run, one) : runSent(run, one)).catch(stopped(run, one));
  run.throwIfUnreachable();
  return outcome;
}

/**
 * Converts the error of a probe or an order into a finding if the last callback broke the connection: its exception has
 * then probably ended the shop. The later cases cannot run.
 */
function stopped(run: CheckRun, { id }: WebhookCase): (error: unknown) => Outcome {
  return (error) => {
    if (!(error instanceof CheckError) || !run.isCutOff) throw error;
    if (run.stoppedIn !== null) return skipped(`skipped, because the shop stopped in ${run.stoppedIn}`);
    run.stoppedIn = id;
    const text = `the shop stopped: a callback ended the connection, and then ${error.message}`;
    const fix =
      'Catch every exception of the endpoint, and return 400 or 500. An exception that ends the process stops the shop for every customer.';
    return { found: [{ ...lost(text), fix }], exchanges: [] };
  };
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
  const credit = plainCredit(run, delivery, family);
  // If the shop credits nothing at all, only the most important case reports this.
  if (credit !== null) found.push(credit.text === unseen ? { status: 'warn', text: unseen } : credit);
  return { found: [...found, passed(answers, credits)], exchanges: exchangesOf(answers) };
}

/** The finding about the credit of a plain callback, or null. */
function plainCredit(run: CheckRun, { credits, order }: PlainDelivery, family: PlainKind): Found | null {
  const expected: ExpectedCredit = family === 'test' ? { kind: 'nothing' } : paidOnce(order);
  const seen = { seesCredits: run.seesCredits(order.kind) };
  const found = credits && foundByCredits(expected, credits, seen);
  if (found?.status !== 'fail' || family === 'test') return found;
  return { ...found, fix: creditFixes[family] };
}

/** Returns the finding about a plain callback that was not acknowledged in this format, or in both formats. */
async function foundByNone(
  run: CheckRun,
  { family, format }: { readonly family: PlainKind; readonly format: CallbackFormat },
): Promise<Found> {
  const { setup } = run;
  const { answer, order } = await run.plain(family, format);
  if (isLimited(answer)) return { status: 'skip', text: limited };
  const { reason } = answer.acknowledgement;
  const isTaken = async (kind: PlainKind, as: CallbackFormat) =>
    !run.silent && (await run.plain(kind, as)).answer.acknowledgement.ok;
  const other = otherFormat[format];
  const test = family !== 'link' && setup.mchKey !== undefined ? await isTaken('test', format) : null;
  if (family !== 'link' && test !== true && (await isTaken(family, other))) return foundByFormat(run, format);
  const text = `it is not acknowledged: ${reason}`;
  if (family === 'test') return rejected(text);
  const { keyName, name, fix } = keyTexts(family);
  if (await isWithOtherKey(run, { order, format })) {
    const why = `The same callback signed with the other key is acknowledged, so the endpoint verifies ${name} with the wrong key`;
    return { ...rejected(`${text}. ${why}`), fix };
  }
  const status = answer.result.status ?? 0;
  // An endpoint that responds with 200 does not reject the order.
  if (setup.createOrder !== undefined || status === 200) return rejected(text);
  const takesPayins = family !== 'payin' && setup.mchKey !== undefined && (await isTaken('payin', format));
  if (takesPayins) {
    const why = `A pay-in is acknowledged, so the endpoint may verify with another key than ${keyName}`;
    return { ...rejected(`${text}. ${why}`), fix: `${fix} If the key is right: ${createOrderRemedy}` };
  }
  return test === true
    ? {
        ...rejected(`${text}. The test callback is acknowledged, so the shop may reject unknown orders`),
        fix: createOrderRemedy,
      }
    : { ...rejected(text), firstFix: createOrderRemedy };
}

/** Returns the finding about a format that the endpoint does not accept, although it accepts the other format. */
function foundByFormat({ setup: { callbackFormat } }: CheckRun, format: CallbackFormat): Found {
  const text = `the endpoint accepts ${formatNames[otherFormat[format]]}, not ${formatNames[format]}`;
  if (callbackFormat === format) {
    return {
      ...rejected(`${text}, but the gateway sends ${formatNames[format]} to this merchant`),
      fix: `Run inrgate mock test-callback, or press "Test endpoint" in the merchant dashboard. The gateway then records the format that the endpoint accepts.`,
    };
  }
  return {
    status: 'skip',
    text: `${text}; press "Test endpoint" in the merchant dashboard, because the gateway sends JSON until a test records the format`,
  };
}

function keyTexts(kind: CheckedKind) {
  const keyName = keyOfKind[kind];
  const [key, name] = keyName === 'mchKey' ? ['API Key', 'pay-ins'] : ['API Secret', `${kind}s`];
  return { keyName, name, fix: `Verify ${name} with ${keyName}, the ${key}.` };
}

/** Returns whether the endpoint acknowledges the callback if the merchant's other key signs it. */
async function isWithOtherKey(
  run: CheckRun,
  { order, format }: { readonly order: CheckedOrder; readonly format: CallbackFormat },
): Promise<boolean> {
  const { kind } = order;
  if (run.silent || !run.setup.mchKey || !run.setup.mchSecret) return false;
  const write = run.writer(format);
  const body = write.signed(write[kind](order), kind === 'payin' ? 'mchSecret' : 'mchKey');
  const what = `${kindNames[kind]} signed with the other key, ${order.mchOrderNo}`;
  return (await run.deliver({ kind, format, what, body })).acknowledgement.ok;
}

const allFormats = ['json', 'form'] as const;

/** Runs a case in each of its formats, and with each of its amounts. */
async function runSent(run: CheckRun, one: SentCase): Promise<Outcome> {
  const missing = missingFor(run, one);
  if (missing !== null) return skipped(missing);
  const { kind, formats = allFormats, amounts = [undefined] } = one;
  const taken = await run.formatsOf(kind);
  if (taken.length === 0) {
    return skipped(
      `cannot be checked, because the endpoint acknowledges no plain callback; see ${kind}-json`,
    );
  }
  const used = one.inEveryFormat
    ? await respondedFormats(run, kind)
    : formats.filter((format) => taken.includes(format));
  if (used.length === 0) return skipped(`the endpoint does not accept ${formatNames[formats[0] ?? 'json']}`);
  const variants = used.flatMap((format) => amounts.map((amount) => ({ format, amount })));
  if (one.rounds !== undefined) return runRounds(run, one, used);
  const outcomes: Outcome[] = [];
  for (const variant of variants) outcomes.push(await runVariant(run, one, variant));
  return merged(outcomes, variants);
}

/** The formats of which the endpoint does not time out, because each forgery would take the whole timeout. */
async function respondedFormats(run: CheckRun, kind: CheckedKind): Promise<readonly CallbackFormat[]> {
  if (kind === 'link') return allFormats;
  const deliveries = await Promise.all(allFormats.map((format) => run.plain(kind, format)));
  return allFormats.filter((_, at) => deliveries[at]?.answer.result.failure === null);
}

interface Variant {
  readonly format: CallbackFormat;
  readonly amount?: Paise | undefined;
}

async function runVariant(run: CheckRun, one: SentCase, { format, amount }: Variant): Promise<Outcome> {
  const { kind } = one;
  const first = one.againFirst ? await run.plain(kind, format) : null;
  const order = first?.order ?? (await run.order(kind, amount));
  const second = one.usesSecondOrder ? await run.order(kind, amount) : null;
  const material = { order, second, other: run.madeUp(kind), format, write: run.writer(format) };
  const steps = one
    .steps(material)
    .map((step) => (first === null || !('body' in step) ? step : { ...step, body: first.body }));
  const sent = await sendSteps(run, steps, { material, expected: one.credit(material) });
  const outcome = judge(run, one, sent);
  const isWrong = outcome.found.some(({ status, cost }) => status === 'fail' && cost !== undefined);
  const plain = isWrong ? plainCredit(run, await run.plain(kind, format), kind) : null;
  if (plain?.fix === undefined) return outcome;
  const { cost, fix } = plain;
  return { ...outcome, found: outcome.found.map((each) => (each.cost === cost ? { ...each, fix } : each)) };
}

/** Joins the findings of all variants. If only some variants have a finding, the finding names its format. */
function merged(outcomes: readonly Outcome[], variants: readonly Variant[]): Outcome {
  const found = outcomes.flatMap(({ found }, at) => {
    const { format = 'json' } = variants[at] ?? {};
    return found.map((each) => ({ ...each, format }));
  });
  const formats = new Set(variants.map(({ format }) => format));
  const texts = Map.groupBy(found, ({ status, text }) => `${status} ${text}`);
  const joined = [...texts.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { format, ...each } = first;
    const isEverywhere = new Set(same.map((one) => one.format)).size === formats.size;
    return isEverywhere ? [each] : [{ ...each, text: `${each.text} (as ${formatNames[format]})` }];
  });
  return { found: joined, exchanges: outcomes.flatMap(({ exchanges }) => exchanges) };
}

/** Real milliseconds after which no further round begins, for a slow endpoint. */
const roundsMs = 4_000;

/**
 * Repeats a case whose result depends on chance, in turn in each format, until a round fails. Without a probe, the
 * rounds only show whether the endpoint is concurrent.
 */
async function runRounds(run: CheckRun, one: SentCase, formats: readonly CallbackFormat[]): Promise<Outcome> {
  const startedAt = performance.now();
  let last: Outcome = { found: [], exchanges: [] };
  for (let round = 0; round < (one.rounds ?? 1); round++) {
    const format = formats[round % formats.length] ?? 'json';
    last = await runVariant(run, one, { format });
    if (last.found.some(({ status }) => status === 'fail')) return last;
    const isKnown = run.isConcurrent === true && !run.seesCredits(one.kind);
    if (isKnown || performance.now() - startedAt > roundsMs) break;
  }
  if (run.isConcurrent === true) return last;
  return { ...last, found: [{ status: 'skip', text: inTurn }, ...last.found] };
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

function judge(run: CheckRun, one: SentCase, sent: Sent): Outcome {
  const { aboutCredit, kind, onlyWarns } = one;
  const { deliveries, visited, expected, credits, exchanges } = sent;
  const answers = deliveries.flatMap((delivered) => delivered.answers);
  if (deliveries.some((delivered) => delivered.answers.every(isLimited)))
    return { ...skipped(limited), exchanges };
  run.durations.push(...answers.filter(isAcknowledged).map(({ result }) => result.durationMs));
  const mustAcknowledge = deliveries.filter(
    ({ step: { expected, beside } }) =>
      expected === 'acknowledged' || expected === 'one' || beside !== undefined,
  );
  const seen = {
    credits,
    seesCredits: run.seesCredits(kind),
    unexpected: unexpectedCost(one, deliveries),
    isAcknowledged: mustAcknowledge.every((delivered) => delivered.answers.some(isAcknowledged)),
  };
  const byAnswers = [
    ...deliveries.flatMap((delivered) => foundByAnswers(delivered, seen)),
    ...foundByVisits(visited, { ownOrders: run.setup.createOrder !== undefined }),
  ];
  const byCredits = credits && foundByCredits(expected, credits, seen);
  const found = byCredits === null ? byAnswers : [...byAnswers, byCredits];
  if (aboutCredit && !seen.seesCredits && byAnswers.length === 0 && byCredits === null) {
    found.push({ status: 'skip', text: credits === null ? unobserved(kind) : unseen });
  }
  const judged = found.map((one) =>
    onlyWarns && one.status === 'fail' ? { ...one, status: 'warn' as const } : one,
  );
  return { found: [...judged, passed(answers, credits)], exchanges };
}

/** Cost of a credit in a case that expects none. */
function unexpectedCost({ againFirst }: SentCase, deliveries: readonly Delivered[]): Cost {
  if (againFirst) return 'an order is credited twice';
  const isForged = deliveries.some(({ step }) => step.expected === 'refused');
  return isForged ? 'a forged callback is credited' : 'an unpaid order is credited';
}

const limited =
  "the endpoint's rate limiter responds with 429 to every attempt. Raise its limit for the check";

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
