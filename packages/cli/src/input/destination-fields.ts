import { destinations, type PayType, payType } from '@inrgate/sdk/protocol';

/** The fields of a withdrawal that a kind of destination cannot do without (spec: POST payout, Rules). */
export const destinationFields = Object.fromEntries(
  payType.options.map((kind) => [kind, destinations[kind].map(({ name }) => name)]),
) as Readonly<Record<PayType, readonly string[]>>;

/** The fields of all kinds. */
export const allDestinationFields: readonly string[] = Object.values(destinationFields).flat();
