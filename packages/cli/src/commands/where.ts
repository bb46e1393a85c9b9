import type { ControlResponse } from '@inrgate/mock-gateway/control';
import type { Command } from 'commander';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { bold, printable } from '../output/output.ts';
import { table } from '../output/table.ts';
import { onCall, type Session } from '../session/session.ts';
import { httpUrl } from '../session/settings.ts';

const help = `
Prints a timeline of an order on the mock gateway. The timeline contains the requests, states, ledger entries, callbacks and
delivery attempts. The last lines show the first failed step that no later step resolved, and how to fix it.

Exit codes:
  0  Every step succeeded, or a later step resolved the failure.
  1  The gateway has no order with this number.
  4  A step failed.

Examples:
  $ inrgate where ORDER-1
  $ inrgate where ORDER-1 --probe http://127.0.0.1:3000/credited --json`;

interface Options {
  readonly probe?: string;
}

type Found = Pick<ControlResponse<'Where'>['order'], 'kind' | 'mchOrderNo' | 'orderNo' | 'status'>;

export function register(command: Command): void {
  command
    .argument('<order>', 'order number or gateway order number')
    .option(
      '--probe <url>',
      'URL of your shop that returns the number of credits of an order and their total amount',
    )
    .addHelpText('after', help);
  onCall<Options>(command, async (session, options, [order = '']) => {
    const { found, timeline, warnings } = await lookUp(session, order, options);
    const broken = timeline.find((step) => step.broken !== null)?.broken ?? null;
    const shown = timeline.map(({ at, what, ok }) => ({ at, what, ok }));
    session.output.data({ order: found, timeline: shown, warnings, broken }, () =>
      [
        heading(order, found),
        table(
          ['', 'at', 'what'],
          shown.map(({ at, what, ok }) => [ok ? 'ok' : 'FAILED', at, printable(what)]),
        ),
        ...warnings.map((warning) => `${bold('Warning')} ${printable(warning)}`),
        ...(broken === null
          ? [timeline.every(({ ok }) => ok) ? 'No step failed.' : 'A later step repaired each failed one.']
          : [`${bold('Broken')}  ${printable(broken.what)}`, `${bold('Fix')}     ${printable(broken.fix)}`]),
      ].join('\n'),
    );
    if (broken !== null) throw new EndedWith(exitCodes.failed);
  });
}

function heading(order: string, { kind, orderNo, status }: Found): string {
  if (kind === null) return `${bold(printable(order))}  no order was created`;
  return `${bold(printable(order))}  ${kind} ${orderNo}, ${status}`;
}

async function lookUp(session: Session, order: string, { probe }: Options) {
  const probeUrl = probe === undefined ? undefined : httpUrl('--probe', probe);
  const control = session.control();
  const { mchId } = session.settings;
  const own = await control.find('/where/:id', { id: order, query: { mchId } });
  // The order can also belong to another merchant.
  const known = own ?? (await control.get('/where/:id', { id: order }));
  const { warnings } = known;
  const { paid, ...found } = known.order;
  const { kind, mchOrderNo, orderNo } = found;
  const timeline: readonly Step[] = known.timeline;
  if (probeUrl === undefined || kind === null) return { found, timeline, warnings };
  const { creditsOf } = await import('@inrgate/conformance/internal');
  const { formatAmount } = await import('@inrgate/sdk/protocol');
  const asked = { kind, orders: [mchOrderNo ?? orderNo ?? order] };
  const { count, amount } = await creditsOf(probeUrl.href, asked, session.signal);
  const { now } = await control.get('/clock');
  const probed = probeStep(now, { count, amount: formatAmount(amount) }, paid);
  return { found, timeline: [...timeline, probed], warnings };
}

/** One event of an order, from the gateway or the shop. */
type Step = Omit<ControlResponse<'Where'>['timeline'][number], 'source'>;
type Broken = NonNullable<Step['broken']>;

/** Compares the shop's credits with the paid amount. */
function probeStep(
  at: string,
  { count, amount }: { readonly count: number; readonly amount: string },
  paid: string | null,
): Step {
  const what = `the shop credited the order ${count === 1 ? 'once' : `${count} times`}, ${amount} in total`;
  const broken = creditProblem({ count, amount }, paid);
  return { at, what, ok: broken === undefined, broken: broken ?? null };
}

function creditProblem(
  { count, amount }: { readonly count: number; readonly amount: string },
  paid: string | null,
): Broken | undefined {
  if (paid === null && count > 0)
    return {
      what: 'the shop credited an unpaid order',
      fix: 'Credit the order only if the verified callback or the response to the query has the status success.',
    };
  if (paid === null) return undefined;
  if (count === 0)
    return {
      what: 'the shop has not credited the paid order',
      fix: 'Store the payment before you return success. Query each order that stays pending.',
    };
  if (count > 1)
    return {
      what: `the shop credited the order ${count} times`,
      fix: 'Mark the order as paid and credit the order in one transaction, with a unique key on the order number.',
    };
  if (amount === paid) return undefined;
  return {
    what: `the shop credited ${amount} instead of ${paid}`,
    fix: 'Credit the order with paidAmount from the verified callback.',
  };
}
