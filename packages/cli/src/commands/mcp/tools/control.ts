import { orderMoves } from '@inrgate/mock-gateway/control';
import type { ControlRouteName } from '@inrgate/mock-gateway/internal';
import { controlTool } from '../control-tool.ts';
import { hints, type Tool } from '../tool.ts';

const { reads, adds, addsOnce, changes, changesOnce } = hints;

/** Moves that take something from the shop. A client can prompt the user first. */
const losing: ReadonlySet<string> = new Set(['fail', 'reject', 'cancel']);

const moveTools = Object.entries(orderMoves).map(([name, { of, effect }]) =>
  controlTool(
    `${of[0] === 'payout' ? 'payout' : 'order'}_${name}`,
    `POST /orders/:id/${name as keyof typeof orderMoves}`,
    losing.has(name) ? changes : adds,
    `${effect}${name === 'pay' ? " Next: callback_settle, then order_get for the shop's response." : ''}`,
  ),
);

const table: readonly (readonly [string, ControlRouteName, Tool['annotations']])[] = [
  ['gateway_reset', 'POST /reset', changesOnce],
  ['settings_get', 'GET /settings', reads],
  ['settings_update', 'PATCH /settings', changesOnce],
  ['order_get', 'GET /orders/:id', reads],
  ['callback_list', 'GET /callbacks', reads],
  ['callback_get', 'GET /callbacks/:id', reads],
  ['callback_settle', 'POST /callbacks/settle', addsOnce],
  ['callback_resend', 'POST /orders/:id/resend', adds],
  ['request_list', 'GET /requests', reads],
  ['request_get', 'GET /requests/:id', reads],
  ['clock_get', 'GET /clock', reads],
  ['clock_freeze', 'POST /clock/freeze', changesOnce],
  ['clock_resume', 'POST /clock/resume', addsOnce],
  ['fault_list', 'GET /faults', reads],
  ['merchant_list', 'GET /merchants', reads],
  ['merchant_create', 'POST /merchants', adds],
  ['merchant_update', 'PATCH /merchants/:id', changesOnce],
  ['wallet_get', 'GET /merchants/:id/wallet', reads],
  ['wallet_credit', 'POST /merchants/:id/credit', adds],
  ['ledger_read', 'GET /merchants/:id/ledger', reads],
  ['ledger_check', 'GET /ledger/check', reads],
];

/** What the summary of the call leaves out, by the name of the tool. */
const more: Readonly<Record<string, string>> = {
  gateway_reset:
    'Deletes all orders, callbacks, faults and the request log. If you did not start the gateway, ask the user first.',
  order_get: '`moves` lists the possible actions. Call this tool when a shop missed a payment.',
  callback_list: "Includes every attempt with the shop's response. An undeliverable callback has no URL.",
  callback_settle: 'To run later retries, use clock_advance.',
  callback_resend: 'Waits for the response. The shop must not credit the order twice.',
  request_list: 'Call this tool when the gateway rejected a request. A wrong signature has a diagnosis.',
  request_get: 'Includes headers, body, response and signed string. Explains a wrong signature.',
  clock_get: 'The clock controls expiry, retries, rate limits, locks and daily limits.',
  merchant_create: 'For isolated tests. Pass its mchId to the other tools.',
};

export const controlTools: readonly Tool[] = [
  ...table.map(([name, route, annotations]) => controlTool(name, route, annotations, more[name])),
  ...moveTools,
];
