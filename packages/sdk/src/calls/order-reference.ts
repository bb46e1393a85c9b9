import type { Redact } from './redact.ts';

/** The numbers that identify the order of a call. None of them is secret or personal. */
export interface OrderReference {
  /** The merchant's order number. */
  readonly mchOrderNo?: string | undefined;
  /** The gateway order number, once it is known. */
  readonly orderNo?: string | undefined;
  /** The gateway's identifier of a payment link. */
  readonly linkCode?: string | undefined;
  /** The merchant's own id of a payment link. */
  readonly clientRef?: string | undefined;
}

/**
 * The order of parameters by wire name, and of the result if there is one.
 *
 * @param redact removes keys, which a server can return in any field
 */
export function orderOf(
  redact: Redact,
  params: Readonly<Record<string, unknown>>,
  result?: unknown,
): OrderReference {
  const fields: Readonly<Record<string, unknown>> = Object.assign({}, params, result);
  const text = (value: unknown) => (typeof value === 'string' ? redact(value) : undefined);
  return {
    mchOrderNo: text(fields['mchOrderNo']),
    orderNo: text(fields['orderNo']),
    linkCode: text(fields['linkCode'] ?? fields['link_code']),
    clientRef: text(fields['clientRef'] ?? fields['client_ref']),
  };
}
