import type { ControlClient } from '@inrgate/mock-gateway/control';
import { type Command, Option } from 'commander';
import { recordedExchanges } from '../checks/recorded-exchanges.ts';
import { type Collection, locateOrder, noOrder, type OrderLocation } from '../mock/named-order.ts';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { bold, printable } from '../output/output.ts';
import { table } from '../output/table.ts';
import { onCall, type Session } from '../session/session.ts';
import { httpUrl } from '../session/settings.ts';
import { probeStep, requestSteps, timelineSteps } from '../where/order-steps.ts';
import { recordedSteps } from '../where/recorded-steps.ts';
import type { Step } from '../where/step.ts';

const help = `
Prints one timeline of an order on the mock gateway: requests, states, ledger, callbacks and attempts. It ends with the first step that
failed and was not repaired since, and with the fix.

Exit codes:
  0  Nothing is broken.
  1  There is no such order.
  4  A step failed.

Examples:
  $ inrgate where ORDER-1
  $ inrgate where ORDER-1 --probe http://127.0.0.1:3000/credited
  $ inrgate where ORDER-1 --recording traffic.har --json`;

const collections = ['payins', 'payouts', 'links'] as const satisfies readonly Collection[];
const kinds = { payins: 'payin', payouts: 'payout', links: 'link' } as const;
/** Requests about one order at most: a shop that polls makes many. */
const mostRequests = 500;

interface Options {
  readonly probe?: string;
  readonly recording?: string;
}

interface Found {
  readonly kind: (typeof kinds)[Collection] | null;
  readonly mchOrderNo: string | null;
  readonly orderNo: string | null;
  readonly status: string | null;
}

/** `inrgate where ORDER`. */
export function register(command: Command): void {
  command
    .argument('<order>', 'order number: yours or the gateway’s')
    .option('--probe <url>', 'URL of the shop that shows what an order was credited with')
    .addOption(new Option('--recording <file>', 'recording of the proxy'))
    .addHelpText('after', help);
  onCall<Options>(command, async (session, options, [order = '']) => {
    const { found, steps } = await lookUp(session, order, options);
    const timeline = steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
    const broken = timeline.find((step) => step.broken !== undefined)?.broken ?? null;
    const shown = timeline.map(({ at, what, ok }) => ({ at, what, ok }));
    session.output.data({ order: found, timeline: shown, broken }, () =>
      [
        heading(order, found),
        table(
          ['', 'at', 'what'],
          shown.map(({ at, what, ok }) => [ok ? 'ok' : 'FAILED', at, printable(what)]),
        ),
        ...(broken === null
          ? ['Nothing is broken.']
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

async function lookUp(session: Session, order: string, { probe, recording }: Options) {
  const probeUrl = probe === undefined ? undefined : httpUrl('--probe', probe);
  const exchanges = recording === undefined ? [] : await recordedExchanges(recording);
  const control = session.control();
  const location = await locateOrder(control, { collections, order, mchId: session.settings.mchId });
  const details = location === null ? undefined : await detailsOf(control, location);
  const numbers = [details?.mchOrderNo ?? order, ...(location === null ? [] : [location.orderNo])];
  const requests = await requestsAbout(control, numbers);
  const recorded = recordedSteps(exchanges, numbers);
  if (details === undefined && requests.length === 0 && recorded.length === 0) throw noOrder(order);
  const steps: Step[] = [...requestSteps(requests), ...recorded];
  if (location === null || details === undefined)
    return { found: { kind: null, mchOrderNo: order, orderNo: null, status: null }, steps };
  const { mchOrderNo, status, timeline, paid } = details;
  steps.push(...timelineSteps(timeline, location.orderNo));
  if (probeUrl !== undefined) {
    const { creditsOf } = await import('@inrgate/conformance/internal');
    const { formatAmount } = await import('@inrgate/sdk/protocol');
    const asked = { kind: kinds[location.collection], orders: [mchOrderNo ?? location.orderNo] };
    const { count, amount } = await creditsOf(probeUrl.href, asked, session.signal);
    const { now } = await control.get('/clock');
    steps.push(probeStep(now, { count, amount: formatAmount(amount) }, paid));
  }
  return {
    found: { kind: kinds[location.collection], mchOrderNo, orderNo: location.orderNo, status },
    steps,
  };
}

/** Parts of the timeline that depend on the kind of order. */
async function detailsOf(control: ControlClient, { collection, orderNo: id }: OrderLocation) {
  if (collection === 'payouts') {
    const { mchOrderNo, status, timeline, amount } = await control.get('/payouts/:id', { id });
    return { mchOrderNo, status, timeline, paid: status === 'success' ? amount : null };
  }
  if (collection === 'links') {
    const { clientRef, status, timeline, paidAmount } = await control.get('/links/:id', { id });
    return { mchOrderNo: clientRef, status, timeline, paid: paidAmount };
  }
  const { mchOrderNo, status, timeline, paidAmount } = await control.get('/payins/:id', { id });
  return { mchOrderNo, status, timeline, paid: paidAmount };
}

/** The requests that name the order, refused ones too, oldest first. */
async function requestsAbout(control: ControlClient, numbers: readonly string[]) {
  const queries = numbers.map((number, at) => (at === 0 ? { mchOrderNo: number } : { orderNo: number }));
  const lists = await Promise.all(
    queries.map((query) => control.items('/requests', { query, wanted: mostRequests })),
  );
  const unique = new Map(lists.flat().map((request) => [request.id, request]));
  // Newest first, also within a second.
  return [...unique.values()]
    .toReversed()
    .toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time));
}
