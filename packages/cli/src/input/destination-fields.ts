import { destinations, type PayType } from '@inrgate/sdk/internal';

/** Required fields of each kind of payout destination (spec: POST payout, Rules). */
export const destinationFields: Readonly<Record<PayType, readonly string[]>> = {
  bank: fieldsOf('bank'),
  upi: fieldsOf('upi'),
  usdt: fieldsOf('usdt'),
};

export const allDestinationFields: readonly string[] = Object.values(destinationFields).flat();

function fieldsOf(kind: PayType): readonly string[] {
  return destinations[kind].map(({ name }) => name);
}
