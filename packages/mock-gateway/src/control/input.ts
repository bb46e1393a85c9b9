import { describeIssues, isAmbiguous, parseDuration, url, urlMaxLength } from '@inrgate/sdk/internal';
import { parseAmount } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { isAmount } from '../configuration/options.ts';
import { ControlError } from '../http/core/control-error.ts';

/** Parses what a control call was given; says which key is wrong and what was expected. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw new ControlError('invalid_body', describeIssues(parsed.error));
}

/** A decimal string of the control API, in paise. */
export const amountInput = z
  .string()
  .refine(isPositiveAmount, 'must be more than zero, with two decimals, for example "500.00"')
  .transform((text) => parseAmount(text));

function isPositiveAmount(text: string): boolean {
  return isAmount(text) && parseAmount(text) > 0n;
}

/** A decimal string that may be nothing, in paise. */
const boundInput = z
  .string()
  .refine(isAmount, 'must be an amount with two decimals, for example "500.00"')
  .transform((text) => parseAmount(text));

/** Where the gateway is asked to send something: held to what `notifyUrl` is held to. */
export const addressInput = z
  .string()
  .refine((text) => url.safeParse(text).success, 'must be an absolute http or https URL without user info')
  .meta({ ...url.meta(), maxLength: urlMaxLength });

/**
 * A text of the operator that a callback carries. The SDK refuses a callback whose signature cannot tell a field from several.
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
      'must not contain an & that makes the callback’s signature ambiguous: remove it, or write %26',
    );
}

/** What a list of orders is searched by, besides its states. */
export const searchInput = {
  /** Part of one of its numbers or its free text. */
  text: z
    .string()
    .min(1)
    .max(200)
    // SQLite's LIKE ends there, and would find everything.
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
    .optional(),
  minAmount: boundInput.optional(),
  maxAmount: boundInput.optional(),
};

const maxPageSize = 200;

/** Query parameters come as text, in process as numbers. */
export const pageInput = {
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(50),
  cursor: z.string().max(100).optional(),
};

const maxLongPage = 1_000;

/** Of what is mostly wanted whole: as much as is answered at once. */
export const longPage = z.strictObject({
  limit: z.coerce.number().int().min(1).max(maxLongPage).default(maxLongPage),
  cursor: pageInput.cursor,
});

export type LongPage = z.input<typeof longPage>;

/** `s`, `m`, `h`, `d`, also combined (`1h30m`), in milliseconds. */
export const durationInput = z.string().transform((text, context): number => {
  // contract: no unit below the second.
  const ms = text.endsWith('ms') ? undefined : parseDuration(text);
  if (ms !== undefined) return ms;
  context.addIssue({
    code: 'custom',
    message: 'must be a duration of up to ten years, for example "31m" or "1h30m"',
  });
  return z.NEVER;
});
