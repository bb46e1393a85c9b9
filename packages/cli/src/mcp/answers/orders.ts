import { controlResponses } from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import type { Collection } from '../../mock/named-order.ts';

const kind = { kind: z.enum(['payins', 'payouts', 'links']) };

const orderIn = {
  payins: controlResponses.Payin.extend(kind),
  payouts: controlResponses.Payout.extend(kind),
  links: controlResponses.Link.extend(kind),
} as const satisfies Record<Collection, z.ZodType>;

/** Schema of one order from these collections, with the name of its collection. */
export function oneOrder(collections: readonly Collection[]): z.ZodType {
  return z.union(collections.map((collection) => orderIn[collection]));
}

const { PayinWithTimeline, PayoutWithTimeline, LinkWithTimeline, ...responses } = controlResponses;

export const orderWithTimeline = z.union([
  PayinWithTimeline.extend(kind),
  PayoutWithTimeline.extend(kind),
  LinkWithTimeline.extend(kind),
]);

export const orders = z.union([responses.PayinList, responses.PayoutList, responses.LinkList]);
