import * as z from 'zod';
import { v3Errors } from '../error-codes.ts';
import { v1Errors } from '../v1-error-codes.ts';
import { described, someText } from './text.ts';

/** A successful v3 response (spec: Response envelope). */
export function v3Success<Data extends z.ZodType>(data: Data) {
  return z.strictObject({
    code: described(z.literal(200), 'Mirrors the HTTP status.', 200),
    success: described(z.literal(true), 'True on success.', true),
    message: described(z.literal('Success'), 'Always `Success`.', 'Success'),
    data,
  });
}

/** A failed v3 response. */
export const v3Failure = z.strictObject({
  code: described(z.int().min(400).max(599), 'Mirrors the HTTP status.', 422),
  success: described(z.literal(false), 'False on error.', false),
  message: described(
    someText,
    'Description of the error for developers.',
    'The amount is outside the limits of the account.',
  ),
  error: described(z.enum(Object.keys(v3Errors)), 'Stable machine-readable code.', 'amount_range'),
});

/** A successful v1 response (spec: Legacy payment link). */
export function v1Success<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ ok: described(z.literal(true), 'True on success.', true), data });
}

/** A failed v1 response (reading: Legacy, errors). */
export const v1Failure = z.strictObject({
  ok: described(z.literal(false), 'False on error.', false),
  error: described(
    z.enum(v1Errors.map((error) => error.code)),
    'Stable machine-readable code.',
    'invalid_amount',
  ),
  message: described(
    someText,
    'Description of the error for developers.',
    'The amount is missing, malformed or outside the limits.',
  ),
});
