import * as z from 'zod';
import { mchOrderNoPattern, urlMaxLength } from '../limits.ts';
import { amountPattern, ratePattern, usdtPattern } from '../money.ts';
import { currencies, payTypes, tradeTypes } from './fields.ts';

// Every value on the wire is a string. Several resources share these kinds of strings.

export const tradeType = z.enum(tradeTypes);

/** Schema of a payout's `payType`, the kind of destination. */
export const payType = z.enum(payTypes);

export const currency = z.enum(currencies);

export function matching(pattern: RegExp) {
  return z.string().regex(pattern);
}

/** Any non-empty string. */
export const someText = z.string().min(1);

/** A string with a visible character. */
export const visibleText = matching(/\S/);

/** INR with two decimals, above zero (reading: Parameters, `amount`). */
export const amount = matching(/^(?:[1-9][0-9]*\.[0-9]{2}|0\.(?:[1-9][0-9]|0[1-9]))$/);

/** INR as in v1, above zero, for example `500`, `500.5` or `500.00` (reading: Legacy checks). */
export const linkAmount = matching(/^(?:[1-9][0-9]*(?:\.[0-9]{1,2})?|0\.(?:[1-9][0-9]?|0[1-9]))$/);

/** INR with two decimals, zero included, for example a fee or balance. */
const sum = matching(amountPattern);

const usdtAmount = matching(usdtPattern);

const rate = matching(ratePattern);

/** ISO 8601 in IST to the second. */
const timestamp = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+05:30$/);

export const mchOrderNo = matching(mchOrderNoPattern);

/** A signature in upper-case hexadecimal. */
export const signature = matching(/^[0-9A-F]{32}$/);

/** A pay-in's signature. The alternative signature can be in upper or lower case (reading: Parameters). */
export const payinSignature = matching(/^[0-9A-Fa-f]{32}$/);

const httpUrl = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;

/** Absolute http or https URL without user info (reading: Parameters, `notifyUrl`). */
export const url = z
  .string()
  .max(urlMaxLength)
  .refine(
    (text) => httpUrl.test(text) && URL.canParse(text),
    'an absolute http or https URL without user info',
  )
  .meta({ format: 'uri' });

/** The strict schemas of `forms`, by name. */
export const strict = {
  ...{ someText, sum, usdtAmount, rate, timestamp, url, signature },
  anyText: z.string(),
  payoutNo: matching(/^WD/),
  onlyTrue: z.literal(true),
};

/** A string with a maximum number of code points. JSON Schema and databases also count code points. */
export function shortText(maxLength: number) {
  return z
    .string()
    .refine((text) => fits(text, maxLength), `at most ${maxLength} characters`)
    .meta({ maxLength });
}

function fits(text: string, maxLength: number): boolean {
  // A code point consists of one or two UTF-16 units, so most strings need no exact count.
  if (text.length <= maxLength) return true;
  return text.length <= 2 * maxLength && [...text].length <= maxLength;
}

export function described<S extends z.ZodType>(schema: S, description: string, example: unknown): S {
  return schema.meta({ ...schema.meta(), description, examples: [example] });
}
