import type { FormFields } from './parts/form.tsx';
import type { Fault, FaultInput } from './types.ts';

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
