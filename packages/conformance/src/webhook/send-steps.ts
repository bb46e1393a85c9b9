import type { Exchange } from '../findings/report.ts';
import type { CheckedOrder } from './callback-writer.ts';
import type { CaseMaterial, ExpectedCredit, Step, VisitStep } from './case.ts';
import type { Answer, CheckRun, Sending } from './check-run.ts';
import { type Delivered, overlapOf } from './judgement.ts';
import type { Credits, Visit } from './shop-calls.ts';

export interface Sent {
  readonly deliveries: readonly Delivered[];
  readonly visited: readonly Visit[];
  readonly expected: ExpectedCredit;
  readonly credits: Credits | null;
  readonly exchanges: readonly Exchange[];
}

/** Sends the callbacks of a case sequentially, opens the return page, and observes the credits. */
export async function sendSteps(
  run: CheckRun,
  steps: readonly (Step | VisitStep)[],
  { material, expected }: { readonly material: CaseMaterial; readonly expected: ExpectedCredit },
): Promise<Sent> {
  const { order, other } = material;
  const [deliveries, visited, exchanges]: [Delivered[], Visit[], Exchange[]] = [[], [], []];
  const credits = await run.creditsBy([order, other], async () => {
    for (const step of steps) {
      if (isSilent(deliveries) && 'body' in step && step.expected === 'refused') continue;
      const [sent, visits] = await Promise.all([
        'body' in step ? sendStep(run, step, material) : null,
        run.visits(order.mchOrderNo, step.visits ?? 0),
      ]);
      visited.push(...visits);
      if (sent !== null) deliveries.push(sent);
      exchanges.push(
        ...exchangesOf(sent?.beside ?? sent?.answers ?? []),
        ...visits.map((one) => shownVisit(one, order)),
      );
    }
    return expected.kind === 'once' && deliveries.every(({ answers }) => answers.some(isAcknowledged));
  });
  return { deliveries, visited, expected, credits, exchanges };
}

/**
 * Sends a callback, or several copies simultaneously. A forgery follows the copies, because its early rejection shows
 * that the endpoint is concurrent.
 */
async function sendStep(run: CheckRun, step: Step, material: CaseMaterial): Promise<Delivered> {
  const { order, format } = material;
  const { body, query, method, contentType, times = 1 } = step;
  const what = `${step.what}, ${order.mchOrderNo}`;
  const sending = { kind: order.kind, format, what, body, query, method, contentType };
  if (step.beside !== undefined) {
    const answers = await run.deliverTogether([{ ...sending, body: step.beside }, sending]);
    return { step, answers: answers.slice(1), beside: answers };
  }
  if (times === 1) return { step, answers: [await run.deliver(sending)] };
  const sendings = [...Array<Sending>(times).fill(sending), forgery(run, material)];
  const answers = await run.deliverTogether(sendings);
  run.observe(overlapOf(answers));
  return { step, answers: answers.slice(0, times) };
}

/** Returns whether a forgery got no response. The next forgeries would take the whole timeout too. */
function isSilent(deliveries: readonly Delivered[]): boolean {
  return deliveries.some(({ answers }) => answers.some(({ result }) => result.failure === 'timeout'));
}

function shownVisit({ status, durationMs }: Visit, { mchOrderNo }: CheckedOrder): Exchange {
  return {
    sent: `the return page, ${mchOrderNo}`,
    received: status === null ? 'no response' : String(status),
    durationMs,
  };
}

export function exchangesOf(answers: readonly Answer[]): readonly Exchange[] {
  return answers.map(({ exchange }) => exchange);
}

/** Returns whether the delivery rules accept the response. */
export function isAcknowledged({ acknowledgement }: Answer): boolean {
  return acknowledgement.ok;
}

/** An unsigned callback for an unused order, which an endpoint rejects immediately. */
function forgery(run: CheckRun, { order: { kind }, format, write }: CaseMaterial): Sending {
  const body = write.altered(write.plain(run.madeUp(kind)), { sign: undefined });
  return { kind, format, what: 'a forged callback', body };
}
