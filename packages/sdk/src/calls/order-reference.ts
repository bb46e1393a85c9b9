import type { Mask } from '../protocol/masking.ts';

/** The numbers that identify the order of a call. These numbers are neither secret nor personal. */
export interface OrderReference {
  /** The merchant's order number. */
  readonly mchOrderNo?: string | undefined;
  /** The gateway order number, or undefined until the gateway returns it. */
  readonly orderNo?: string | undefined;
  /** The gateway's identifier of a payment link. */
  readonly linkCode?: string | undefined;
  /** The merchant's own identifier of a payment link. */
  readonly clientRef?: string | undefined;
}

/**
 * The order that the parameters and the result identify. The parameters use wire names.
 *
 * @param redact removes keys, because a server can return them in any field
 */
export function orderOf(
  redact: Mask,
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
