// The one place that knows the gateway's source: what its control calls answer, as types.
import type {
  defaultOrigin,
  demoCredentials,
  destinations,
  PayType,
  V1Endpoint,
  V3Endpoint,
} from '@inrgate/sdk/protocol';
import type { CheckLanguage } from '../../src/checks/webhook/languages.ts';
import type { attemptView, callbackView } from '../../src/control/callbacks.ts';
import type { Controls } from '../../src/control/controls.ts';
import type { TimelineEntry } from '../../src/control/timeline.ts';
import type { FaultInput } from '../../src/faults/fault.ts';

type Answer<Call extends (...parameters: never[]) => unknown> = Awaited<ReturnType<Call>>;

/** How many there are of everything, and what time it is. */
export type Overview = Answer<Controls['overview']>;
/** A row of the pay-ins. */
export type Payin = Answer<Controls['payins']['list']>['items'][number];
/** A row of the links. */
export type Link = Answer<Controls['links']['list']>['items'][number];
/** A row of the withdrawals. */
export type Payout = Answer<Controls['payouts']['list']>['items'][number];
/** The kinds of orders, by their names in the control API. */
export type OrderKind = 'payins' | 'payouts' | 'links';
/** An order of any kind, as it is opened. */
export type Order = (Payin | Payout | Link) & { readonly timeline: readonly TimelineEntry[] };
/** A row of the callbacks. */
export type Callback = ReturnType<typeof callbackView>;
/** With its headers, and the text that is signed. */
export type CallbackInFull = Answer<Controls['callbacks']['get']>;
/** One delivery attempt of a callback. */
export type Attempt = ReturnType<typeof attemptView>;
/** A row of the request log. */
export type LoggedRequest = Answer<Controls['requests']['list']>['items'][number];
/** With what was sent, answered and signed. */
export type RequestInFull = Answer<Controls['requests']['get']>;
/** The request log as HAR. */
export type Har = Answer<Controls['requests']['har']>;
/** A request or an answer as the log shows it. */
export type Message = RequestInFull['exchange']['request'];
/** A fault in force. */
export type Fault = Answer<Controls['faults']['list']>['items'][number];
/** The gateway's settings as the config file writes them. */
export type Settings = Answer<Controls['settings']['get']>;
/** As it is asked for here, without its keys. */
export type Merchant = Omit<Answer<Controls['merchants']['get']>, 'mchKey' | 'mchSecret'>;
/** A merchant's balances, INR with two decimals. */
export type Wallet = Answer<Controls['merchants']['wallet']>;
/** A merchant's accounts, and a page of its journal. */
export type Ledger = Answer<Controls['merchants']['ledger']>;
/** One posting of the journal. */
export type LedgerEntry = Ledger['entries'][number];
/** Whether the books add up. */
export type LedgerCheck = Answer<Controls['ledger']['check']>;
/** What came of a callback test. */
export type TestedCallback = Answer<Controls['merchants']['testCallback']>;
/** What was found by the check of an endpoint by now. */
export type EndpointCheck = Answer<Controls['merchants']['lastCheck']>;
/** One case of it. */
export type CaseOfCheck = EndpointCheck['checks'][number];
/** A delivery that was given up, as the merchant is told. */
export type Notification = Answer<Controls['merchants']['notifications']>['items'][number];
export type { CheckLanguage, FaultInput, TimelineEntry };
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
  readonly type: 'request' | 'order' | 'callback' | 'clock' | 'fault' | 'check';
  readonly data: { readonly [name: string]: unknown };
}
