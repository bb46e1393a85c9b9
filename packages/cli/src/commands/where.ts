import type { ControlResponse } from '@inrgate/mock-gateway/control';
import type { Command } from 'commander';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { bold, printable } from '../output/output.ts';
import { table } from '../output/table.ts';
import { onCall, type Session } from '../session/session.ts';
import { httpUrl } from '../session/settings.ts';
import { probeStep } from './where/probe-step.ts';
import type { Step } from './where/step.ts';

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
          ? ['No step failed.']
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
