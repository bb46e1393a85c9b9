import { destinations, payType } from '@inrgate/sdk/internal';

/** Required fields of all kinds of payout destinations (spec: POST payout, Rules). */
export const allDestinationFields: readonly string[] = payType.options.flatMap((kind) =>
  destinations[kind].map(({ name }) => name),
);
