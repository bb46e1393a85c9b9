import { z } from 'zod';
import type { Collection } from '../../mock/named-order.ts';
import { answerOf } from '../control-schemas.ts';

const kind = { kind: z.enum(['payins', 'payouts', 'links']) };

const orderIn = {
  payins: answerOf('Payin').extend(kind),
  payouts: answerOf('Payout').extend(kind),
  links: answerOf('Link').extend(kind),
} as const satisfies Record<Collection, z.ZodType>;

/** Schema of one order from these collections, with the name of its collection. */
export function oneOrder(collections: readonly Collection[]): z.ZodType {
  return z.union(collections.map((collection) => orderIn[collection]));
}

export const orderWithTimeline = z.union([
  answerOf('PayinWithTimeline').extend(kind),
  answerOf('PayoutWithTimeline').extend(kind),
  answerOf('LinkWithTimeline').extend(kind),
]);

export const orders = z.union([answerOf('PayinList'), answerOf('PayoutList'), answerOf('LinkList')]);
