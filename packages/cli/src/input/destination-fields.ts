import { destinations, type PayType } from '@inrgate/sdk/internal';

/** The fields of a withdrawal that a kind of destination cannot do without (spec: POST payout, Rules). */
export const destinationFields: Readonly<Record<PayType, readonly string[]>> = {
  bank: fieldsOf('bank'),
  upi: fieldsOf('upi'),
  usdt: fieldsOf('usdt'),
};

/** The fields of all kinds. */
export const allDestinationFields: readonly string[] = Object.values(destinationFields).flat();

function fieldsOf(kind: PayType): readonly string[] {
  return destinations[kind].map(({ name }) => name);
}
