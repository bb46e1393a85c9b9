import { z } from 'zod';
import { answerOf } from '../control-schemas.ts';

const kind = { kind: z.enum(['payins', 'payouts', 'links']) };

/** One order with its collection. */
export const oneOrder = z.union([
  answerOf('Payin').extend(kind),
  answerOf('Payout').extend(kind),
  answerOf('Link').extend(kind),
]);

export const orderWithTimeline = z.union([
  answerOf('PayinWithTimeline').extend(kind),
  answerOf('PayoutWithTimeline').extend(kind),
  answerOf('LinkWithTimeline').extend(kind),
]);

/** A page of orders. */
export const orders = z.union([answerOf('PayinList'), answerOf('PayoutList'), answerOf('LinkList')]);
