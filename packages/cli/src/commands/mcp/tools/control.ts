import { orderMoves } from '@inrgate/mock-gateway/control';
import { controlTool } from '../control-tool.ts';
import { hints, type Tool } from '../tool.ts';

const { reads, adds, addsOnce, changes, changesOnce } = hints;

/** Moves that take something from the shop. A client can prompt the user first. */
const losing: ReadonlySet<string> = new Set(['fail', 'reject', 'cancel']);

/** Tools for the moves of orders. Their order can be of any kind that has the move. */
const moveTools = Object.entries(orderMoves).map(([name, { of, effect }]) =>
  controlTool({
    name: `${of[0] === 'payout' ? 'payout' : 'order'}_${name}`,
    route: `POST /orders/:id/${name as keyof typeof orderMoves}`,
    annotations: losing.has(name) ? changes : adds,
    more: `${effect}${name === 'pay' ? " Next: callback_settle, then order_get for the shop's response." : ''}`,
  }),
);

/** Tools that are one call of the control API. */
export const controlTools: readonly Tool[] = [
  controlTool({
    name: 'gateway_reset',
    route: 'POST /reset',
    annotations: changesOnce,
    more: 'Deletes all orders, callbacks, faults and the request log. If you did not start the gateway, ask the user first.',
  }),
  controlTool({ name: 'settings_get', route: 'GET /settings', annotations: reads }),
  controlTool({ name: 'settings_update', route: 'PATCH /settings', annotations: changesOnce }),
  controlTool({
    name: 'order_get',
    route: 'GET /orders/:id',
    annotations: reads,
    more: '`moves` lists the possible actions. Call this tool when a shop missed a payment.',
  }),
  ...moveTools,
  controlTool({
    name: 'callback_list',
    route: 'GET /callbacks',
    annotations: reads,
    more: "Includes every attempt with the shop's response. An undeliverable callback has no URL.",
  }),
  controlTool({ name: 'callback_get', route: 'GET /callbacks/:id', annotations: reads }),
  controlTool({
    name: 'callback_settle',
    route: 'POST /callbacks/settle',
    annotations: addsOnce,
    more: 'To run later retries, use clock_advance.',
  }),
  controlTool({
    name: 'callback_resend',
    route: 'POST /orders/:id/resend',
    annotations: adds,
    more: 'Waits for the response. The shop must not credit the order twice.',
  }),
  controlTool({
    name: 'request_list',
    route: 'GET /requests',
    annotations: reads,
    more: 'Call this tool when the gateway rejected a request. A wrong signature has a diagnosis.',
  }),
  controlTool({
    name: 'request_get',
    route: 'GET /requests/:id',
    annotations: reads,
    more: 'Includes headers, body, response and signed string. Explains a wrong signature.',
  }),
  controlTool({
    name: 'clock_get',
    route: 'GET /clock',
    annotations: reads,
    more: 'The clock controls expiry, retries, rate limits, locks and daily limits.',
  }),
  controlTool({ name: 'clock_freeze', route: 'POST /clock/freeze', annotations: changesOnce }),
  controlTool({ name: 'clock_resume', route: 'POST /clock/resume', annotations: addsOnce }),
  controlTool({ name: 'fault_list', route: 'GET /faults', annotations: reads }),
  controlTool({ name: 'merchant_list', route: 'GET /merchants', annotations: reads }),
  controlTool({
    name: 'merchant_create',
    route: 'POST /merchants',
    annotations: adds,
    more: 'For isolated tests. Pass its mchId to the other tools.',
  }),
  controlTool({ name: 'merchant_update', route: 'PATCH /merchants/:id', annotations: changesOnce }),
  controlTool({ name: 'wallet_get', route: 'GET /merchants/:id/wallet', annotations: reads }),
  controlTool({ name: 'wallet_credit', route: 'POST /merchants/:id/credit', annotations: adds }),
  controlTool({ name: 'ledger_read', route: 'GET /merchants/:id/ledger', annotations: reads }),
  controlTool({ name: 'ledger_check', route: 'GET /ledger/check', annotations: reads }),
];
