import { formatAmount } from '@inrgate/sdk/protocol';
import { depositStateAt, merchantReference } from '../domain/deposit.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { ControlGateway } from './control-gateway.ts';
import { type FoundOrder, type Owner, orderNamed } from './named-order.ts';
import { readRequests } from './requests.ts';
import type { ControlResponse } from './responses/responses.ts';
import { type TimelineEntry, timelineOf } from './timeline.ts';
import { requestSteps, suspicions, timelineSteps } from './where/order-steps.ts';

type Where = ControlResponse<'Where'>;
type Request = ControlResponse<'Request'>;

/** Maximum number of requests about one order, because a shop that polls sends many requests. */
const mostRequests = 500;

const creating = { payin: 'payin', payout: 'payout', link: 'create-link' } as const;

interface Known {
  readonly order: Where['order'];
  readonly mchId: string;
  readonly timeline: readonly TimelineEntry[];
}

/**
 * Returns the timeline of an order of any kind, and the first failed step that no later step fixed. `inrgate where` and
 * the dashboard's Summary show this timeline.
 *
 * @throws {ControlError} `not_found` if neither an order nor a request has this order number. `ambiguous`
 */
export async function whereIs(gateway: ControlGateway, number: string, { mchId }: Owner): Promise<Where> {
  const found = orderNamed(gateway.store, number, mchId);
  const known = found && knownOrder(gateway, found);
  const requests = await requestsAbout(gateway, known ?? { number, mchId });
  if (known === null && requests.length === 0)
    throw new ControlError('not_found', 'No order and no request has this order number.');
  const order = known?.order ?? { kind: null, mchOrderNo: number, orderNo: null, status: null, paid: null };
  const ofRequests = requests.flatMap(({ warnings }) => warnings);
  const entries = known?.timeline ?? [];
  const context = {
    order: order.orderNo ?? number,
    unread: ofRequests.find((one) => one.includes('notifyUrl')),
  };
  const steps = [...requestSteps(requests), ...timelineSteps(entries, context)];
  const timeline = steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const broken = timeline.find((step) => step.broken !== null)?.broken ?? null;
  return { order, timeline, warnings: [...new Set([...ofRequests, ...suspicions(entries)])], broken };
}

function knownOrder(gateway: ControlGateway, { kind, order }: FoundOrder): Known {
  const { orderNo, mchId } = order;
  const isPayout = kind === 'payout';
  const state = isPayout ? order.state : depositStateAt(order, gateway.clock.now());
  const paid = 'paidAmount' in state ? state.paidAmount : order.amount;
  return {
    order: {
      kind,
      mchOrderNo: isPayout ? order.mchOrderNo : merchantReference(order),
      orderNo,
      status: state.status,
      paid: state.status === 'success' ? formatAmount(paid) : null,
    },
    mchId,
    timeline: timelineOf(gateway, order),
  };
}

/** The requests with the order number, including rejected requests, oldest first. */
async function requestsAbout(
  { log }: ControlGateway,
  about: Known | { readonly number: string; readonly mchId: string | undefined },
): Promise<readonly Request[]> {
  const { mchId } = about;
  const { kind, mchOrderNo, orderNo } =
    'order' in about ? about.order : { kind: null, mchOrderNo: about.number, orderNo: null };
  const searches = [
    ...(mchOrderNo === null ? [] : [{ mchOrderNo, mchId }]),
    ...(orderNo === null ? [] : [{ orderNo }]),
  ];
  const pages = await Promise.all(
    searches.map((search) => readRequests(log, { limit: mostRequests }, search)),
  );
  const unique = new Map(pages.flatMap(({ items }) => items).map((request) => [request.id, request]));
  // Oldest first. The log lists the newest first, so the order within a second stays.
  return [...unique.values()]
    .filter((request) => kind === null || isAbout(request, kind, orderNo))
    .toReversed()
    .toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time));
}

/** Returns whether the request concerns an order of this kind, because order numbers are unique only within a kind. */
function isAbout(request: Request, kind: keyof typeof creating, orderNo: string | null): boolean {
  if (request.orderNo !== null) return request.orderNo === orderNo;
  const others = Object.values(creating).filter((endpoint) => endpoint !== creating[kind]);
  return !others.some((endpoint) => endpoint === request.endpoint);
}
