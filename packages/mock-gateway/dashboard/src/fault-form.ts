import { allOf } from './all-of.ts';
import type { FormFields } from './parts/form.tsx';
import type { Fault, FaultInput } from './types.ts';

type WireFault = Exclude<FaultInput, { endpoint: 'callback' }>;
type CallbackFault = Extract<FaultInput, { endpoint: 'callback' }>;
type Kind = FaultInput['action']['kind'];

/** Endpoints that a fault can affect. */
export const endpoints = allOf<FaultInput['endpoint']>({
  payin: 0,
  payout: 0,
  'check-order-status': 0,
  'check-gateway-balance': 0,
  'create-link': 0,
  'link-status': 0,
  '*': 0,
  callback: 0,
});

const wireMeanings: Readonly<Record<WireFault['action']['kind'], string>> = {
  status: 'the gateway returns an HTTP error',
  delay: 'the response arrives late',
  drop: 'the gateway resets the connection',
  hang: 'the gateway sends no response',
  truncate: 'the connection closes after half the response',
  garbage: 'the gateway returns an HTML page, as from a proxy',
};
const callbackMeanings: Readonly<Record<CallbackFault['action']['kind'], string>> = {
  delay: 'the callback arrives late',
  drop: 'the callback is not sent and counts as failed',
  duplicate: 'the callback is sent twice',
  tamper: 'the gateway changes one field after signing',
};

/** Returns the fault kinds for this endpoint, each with its meaning. */
export function meaningsAt(endpoint: string): Readonly<Partial<Record<Kind, string>>> {
  return endpoint === 'callback' ? callbackMeanings : wireMeanings;
}

/** Returns the non-empty fields of the form in the format of the control API. */
export function readFault(fields: FormFields): FaultInput {
  const { times, probability, kind, ms, status, error, retryAfter, ...others } = fields;
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const action = { kind, error, ms: number(ms), status: number(status), retryAfter: number(retryAfter) };
  const fault = { ...others, times: number(times), probability: number(probability), action };
  // JSON omits the undefined fields.
  return JSON.parse(JSON.stringify(fault)) as FaultInput;
}

/** Describes an action: `503 maintenance, Retry-After 5 s`, `1,500 ms late`. */
export function actionText({ action }: Fault): string {
  if (action.kind === 'status') {
    const retry = action.retryAfter === undefined ? '' : `, Retry-After ${action.retryAfter} s`;
    return `${action.status}${action.error === undefined ? '' : ` ${action.error}`}${retry}`;
  }
  return action.kind === 'delay' ? `${action.ms.toLocaleString('en')} ms late` : action.kind;
}

/** Describes the requests that the fault affects, and how many times. */
export function scopeText({ mchId, mchOrderNo, times, probability }: Fault): string {
  return [
    mchId === undefined ? 'every merchant' : `merchant ${mchId}`,
    mchOrderNo === undefined ? null : `order ${mchOrderNo}`,
    times === undefined ? 'until it is removed' : `${times} ${times === 1 ? 'time' : 'times'} left`,
    probability === undefined ? null : `${probability * 100} % of the time`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
