// The one place that knows the gateway's source: what its control calls answer, as types.
import type {
  defaultOrigin,
  demoCredentials,
  destinations,
  PayType,
  V1Endpoint,
  V3Endpoint,
} from '@inrgate/sdk/protocol';
import type { attemptView, callbackView } from '../../src/control/callbacks.ts';
import type { Controls } from '../../src/control/controls.ts';
import type { TimelineEntry } from '../../src/control/timeline.ts';
import type { FaultInput } from '../../src/faults/fault.ts';

type Answer<Call extends (...parameters: never[]) => unknown> = Awaited<ReturnType<Call>>;

export type Overview = Answer<Controls['overview']>;
export type Payin = Answer<Controls['payins']['list']>['items'][number];
export type Link = Answer<Controls['links']['list']>['items'][number];
export type Payout = Answer<Controls['payouts']['list']>['items'][number];
export type OrderKind = 'payins' | 'payouts' | 'links';
export type Order = (Payin | Payout | Link) & { readonly timeline: readonly TimelineEntry[] };
export type Callback = ReturnType<typeof callbackView>;
export type CallbackInFull = Answer<Controls['callbacks']['get']>;
export type Attempt = ReturnType<typeof attemptView>;
export type LoggedRequest = Answer<Controls['requests']['list']>['items'][number];
export type RequestInFull = Answer<Controls['requests']['get']>;
export type Message = RequestInFull['exchange']['request'];
export type Fault = Answer<Controls['faults']['list']>['items'][number];
export type Settings = Answer<Controls['settings']['get']>;
/** As it is asked for here, without its keys. */
export type Merchant = Omit<Answer<Controls['merchants']['get']>, 'mchKey' | 'mchSecret'>;
export type Wallet = Answer<Controls['merchants']['wallet']>;
export type Ledger = Answer<Controls['merchants']['ledger']>;
export type LedgerEntry = Ledger['entries'][number];
export type LedgerCheck = Answer<Controls['ledger']['check']>;
export type TestedCallback = Answer<Controls['merchants']['testCallback']>;
export type Notification = Answer<Controls['merchants']['notifications']>['items'][number];
export type { FaultInput, TimelineEntry };
/** What can be done with an order, by the name of the control call. */
export type OrderMove = (Payin | Link | Payout)['moves'][number];
/** The endpoints of the wire API. */
export type Endpoint = V3Endpoint | V1Endpoint;
/** The fields of all kinds of destination. */
export type DestinationField = (typeof destinations)[PayType][number]['name'];
/** What the command takes where nothing is said. */
export interface Usual {
  readonly origin: typeof defaultOrigin;
  readonly mchId: (typeof demoCredentials)['mchId'];
}

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** What the event stream tells, as far as the dashboard looks at it. */
export interface GatewayEvent {
  readonly type: 'request' | 'order' | 'callback' | 'clock' | 'fault';
  readonly data: { readonly [name: string]: unknown };
}
