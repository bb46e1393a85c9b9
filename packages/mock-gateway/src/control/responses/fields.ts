import { demoCredentials, payinFound } from '@inrgate/sdk/internal';
import { z } from 'zod';

// Fields that several responses share.

export function text(description: string, example: string) {
  return z.string().meta({ description, examples: [example] });
}

/** @param example can be omitted if the description is sufficient */
export function textOrNull(description: string, example?: string) {
  return z
    .string()
    .nullable()
    .meta({ description, ...(example !== undefined && { examples: [example] }) });
}

export function flag(description: string, example: boolean) {
  return z.boolean().meta({ description, examples: [example] });
}

export function count(description: string, example: number) {
  return z
    .int()
    .min(0)
    .meta({ description, examples: [example] });
}

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: '`cursor` of the next page, or `null` on the last page.' });

/** A page of a list, newest first unless the call defines another order. */
export function listOf<Item extends z.ZodType>(items: Item) {
  return z.strictObject({ items: z.array(items), nextCursor });
}

/** A page of a list that a text search can narrow. */
export function searchedListOf<Item extends z.ZodType>(items: Item) {
  return listOf(items).extend({
    stoppedAfter: z
      .int()
      .optional()
      .meta({
        description:
          'Number of rows that the search for `text` compared before it stopped at its limit. `nextCursor` continues the search. Absent if the search did not stop.',
        examples: [10_000],
      }),
  });
}

export const mchId = text('Merchant ID.', demoCredentials.mchId);
export const time = payinFound.options[0].shape.createdAt.meta({ description: 'Time in IST.' });
export const anySum = z
  .string()
  .regex(/^-?(?:0|[1-9][0-9]*)\.[0-9]{2}$/)
  .meta({ description: 'INR. A negative amount debits the account.', examples: ['-500.00'] });
