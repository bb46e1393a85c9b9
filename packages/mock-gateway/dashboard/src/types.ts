// Only this module imports types of the gateway.

import type { CheckLanguage } from '@inrgate/conformance/internal';
import type { defaultOrigin, demoCredentials, destinations, Operation, PayType } from '@inrgate/sdk/internal';
import type { ControlEvent } from '../../src/control/responses/events.ts';
import type { ControlResponse } from '../../src/control/responses/responses.ts';
import type { FaultInput } from '../../src/faults/fault.ts';

/** Counts by state, and the gateway time. */
export type Overview = ControlResponse<'Overview'>;
/** A row of the pay-in list. */
export type Payin = ControlResponse<'Payin'>;
/** A row of the link list. */
export type Link = ControlResponse<'Link'>;
/** A row of the payout list. */
export type Payout = ControlResponse<'Payout'>;
/** The kinds of orders, by their names in the control API. */
export type OrderKind = 'payins' | 'payouts' | 'links';
/** An event of an order. */
export type TimelineEntry = ControlResponse<'TimelineEntry'>;
/** An order of any kind with its details. */
export type Order = (Payin | Payout | Link) &
  Pick<ControlResponse<'PayinWithTimeline'>, 'timeline' | 'simulated'>;
/** A row of the callback list. */
export type Callback = ControlResponse<'Callback'>;
/** A callback with its headers and the signed string. */
export type CallbackInFull = ControlResponse<'CallbackInFull'>;
/** One delivery attempt of a callback. */
export type Attempt = ControlResponse<'Attempt'>;
/** A row of the request log. */
export type LoggedRequest = ControlResponse<'Request'>;
/** A row with the request, the response and the signed string. */
export type RequestInFull = ControlResponse<'RequestInFull'>;
/** The request log as HAR. */
/** A request or a response as the log shows it. */
export type Message = RequestInFull['exchange']['request'];
/** An active fault. */
export type Fault = ControlResponse<'Fault'>;
/** The gateway's settings in the format of the configuration file. */
export type Settings = ControlResponse<'Settings'>;
/** A merchant without its keys, as this page requests it. */
export type Merchant = Omit<ControlResponse<'Merchant'>, 'mchKey' | 'mchSecret'>;
/** A merchant's balances in INR with two decimals. */
export type Wallet = ControlResponse<'Wallet'>;
/** A merchant's accounts, and a page of its journal. */
export type Ledger = ControlResponse<'Ledger'>;
/** A saved state. */
export type Snapshot = ControlResponse<'Snapshot'>;
/** The first failed step of an order. */
export type Where = ControlResponse<'Where'>;
/** One posting of the journal. */
export type LedgerEntry = Ledger['entries'][number];
/** Result of the ledger check. */
export type LedgerCheck = ControlResponse<'LedgerCheck'>;
/** Result of a callback test. */
export type TestedCallback = ControlResponse<'TestedCallback'>;
/** Results of a webhook check so far. */
export type EndpointCheck = ControlResponse<'EndpointCheck'>;
/** One case of a webhook check. */
export type CaseOfCheck = EndpointCheck['checks'][number];
/** Notification about a delivery that failed permanently. */
export type Notification = ControlResponse<'NotificationList'>['items'][number];
export type { CheckLanguage, FaultInput, Operation };
/** Moves that an order's state allows, named like the control calls. */
export type OrderMove = (Payin | Link | Payout)['moves'][number];
export type DestinationField = (typeof destinations)[PayType][number]['name'];
/** Defaults that the `inrgate` command uses. */
export interface Usual {
  readonly origin: typeof defaultOrigin;
  readonly mchId: (typeof demoCredentials)['mchId'];
}

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  /** Number of rows that a search compared before it stopped at its limit. */
  readonly stoppedAfter?: number | undefined;
}

export type GatewayEvent = ControlEvent;
