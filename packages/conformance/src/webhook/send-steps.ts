import type { Exchange } from '../findings/report.ts';
import type { CaseMaterial, ExpectedCredit, Step, VisitStep } from './case.ts';
import type { Answer, CheckRun, Sending } from './check-run.ts';
import { type Delivered, overlapOf } from './judgement.ts';
import type { CheckedOrder } from './order.ts';
import type { Credits } from './probe.ts';
import type { Visit } from './return-page.ts';

export interface Sent {
  readonly deliveries: readonly Delivered[];
  readonly visited: readonly Visit[];
  readonly expected: ExpectedCredit;
  readonly credits: Credits | null;
  /** True if the endpoint processes callbacks concurrently, as overlapping responses show. */
  readonly isConcurrent: boolean;
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
  let isConcurrent = true;
  const credits = await run.creditsBy([order, other], async () => {
    for (const step of steps) {
      const [sent, visits] = await Promise.all([
        'body' in step ? sendStep(run, step, material) : null,
        run.visits(order.mchOrderNo, step.visits ?? 0),
      ]);
      visited.push(...visits);
      if (sent !== null) deliveries.push(sent.delivered);
      isConcurrent &&= sent?.isConcurrent ?? true;
      exchanges.push(
        ...exchangesOf(sent?.delivered.answers ?? []),
        ...visits.map((one) => shownVisit(one, order)),
      );
    }
    return expected.kind === 'once' && deliveries.every(({ answers }) => answers.some(isAcknowledged));
  });
  return { deliveries, visited, expected, credits, isConcurrent, exchanges };
}

async function sendStep(run: CheckRun, step: Step, material: CaseMaterial) {
  const { order, format } = material;
  const { body, times = 1 } = step;
  const sending = { kind: order.kind, format, what: `${step.what}, ${order.mchOrderNo}`, body };
  const sendings = times === 1 ? [sending] : [...Array<Sending>(times).fill(sending), forgery(run, material)];
  const together = () => Promise.all(sendings.map((one) => run.deliver(one)));
  const answers = await together();
  const delivered = { step, answers: answers.slice(0, times) };
  return { delivered, isConcurrent: times === 1 || (await wasConcurrent(run, answers, together)) };
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

/**
 * Number of further rounds of ten callbacks. One round is not sufficient, because concurrent workers can respond in
 * order by chance.
 */
const moreRounds = 11;
/** The sum of `overlapOf` that proves concurrency. */
const enoughOverlap = 2;

/** Returns whether the run has proved that the endpoint processes callbacks concurrently. */
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
