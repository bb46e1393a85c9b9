import { describeIssues, isAmbiguous, parseDuration, url, urlMaxLength } from '@inrgate/sdk/internal';
import { parseAmount } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { isAmount } from '../configuration/options.ts';
import { ControlError } from '../http/core/control-error.ts';

/** Parses the input of a control call. The error contains the invalid key and the expected value. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw new ControlError('invalid_body', describeIssues(parsed.error));
}

/** A decimal string of the control API, parsed to paise. */
export const amountInput = z
  .string()
  .refine(isPositiveAmount, 'must be above zero, with two decimals, for example "500.00"')
  .transform((text) => parseAmount(text));

function isPositiveAmount(text: string): boolean {
  return isAmount(text) && parseAmount(text) > 0n;
}

/** A decimal string of at least zero, parsed to paise. */
const boundInput = z
  .string()
  .refine(isAmount, 'must be an amount with two decimals, for example "500.00"')
  .transform((text) => parseAmount(text));

/** A URL to which the gateway sends requests, with the rules of `notifyUrl`. */
export const addressInput = z
  .string()
  .refine((text) => url.safeParse(text).success, 'must be an absolute http or https URL without user info')
  .meta({ ...url.meta(), maxLength: urlMaxLength });

/**
 * An operator's string for a callback. Rejects an ambiguous string, because the SDK would reject the callback.
 *
 * @param field the wire name
 */
export function callbackText(field: string, { min, max }: { readonly min: number; readonly max: number }) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => text.isWellFormed(), 'must be valid Unicode')
    .refine(
      (text) => !isAmbiguous(field, text),
      'must not contain an & that makes the callback’s signature ambiguous: remove the &, or write %26',
    );
}

/** Search filters of a list. */
export const searchInput = {
  /** Part of an order number or of another searchable field. */
  text: z
    .string()
    .min(1)
    .max(200)
    // SQLite's LIKE ends at a NUL character and would match every order.
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
    .optional(),
  minAmount: boundInput.optional(),
  maxAmount: boundInput.optional(),
};

/** Filters and page of a list of orders, with the states of its orders. For links, `mchOrderNo` is the `client_ref`. */
export function orderFilter<Status extends z.ZodType>(status: Status) {
  return z.strictObject({
    mchId: z.string().optional(),
    status: status.optional(),
    mchOrderNo: z.string().optional(),
    ...searchInput,
    ...pageInput,
  });
}

const maxPageSize = 200;

/** Page parameters: strings in a query, numbers in an in-process call. */
export const pageInput = {
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(50),
  cursor: z.string().max(100).optional(),
};

const maxLongPage = 1_000;

/** URL of a re-send. The default is the order's current URL. */
export const resendInput = z.strictObject({ to: addressInput.optional() });

/** Page of a list that clients usually read completely. */
export const longPage = z.strictObject({
  limit: z.coerce.number().int().min(1).max(maxLongPage).default(maxLongPage),
  cursor: pageInput.cursor,
});

/** Duration in `s`, `m`, `h` or `d`, or a combination (`1h30m`), parsed to milliseconds. */
export const durationInput = z
  .string({ error: 'must be a duration, for example "31m"' })
  .transform((text, context): number => {
    // The contract allows no unit below the second.
    const ms = text.endsWith('ms') ? undefined : parseDuration(text);
    if (ms !== undefined) return ms;
    context.addIssue({
      code: 'custom',
      message: 'must be a duration of up to ten years, for example "31m" or "1h30m"',
    });
    return z.NEVER;
  });
