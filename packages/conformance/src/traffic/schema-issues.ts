import {
  amountPattern,
  type Fields,
  linkCreatedFields,
  linkFields,
  linkFoundFields,
  namesOf,
  parseIst,
  payinCallbackOwnFields,
  payinFields,
  payinUsdtFields,
  payoutCallbackOwnFields,
  payoutFields,
  walletFields,
} from '@inrgate/sdk/internal';
import { type Paise, parseAmount } from '@inrgate/sdk/protocol';
import type { z } from 'zod';
import type { Json } from '../http/messages.ts';
import { quoted, type Verdict } from './finding.ts';

const responses: Fields = {
  ...payinFields,
  ...payoutFields,
  ...payinCallbackOwnFields,
  ...payoutCallbackOwnFields,
  ...linkFields,
  ...linkCreatedFields,
  ...linkFoundFields,
  ...walletFields,
};

export const amountFields: ReadonlySet<string> = new Set(namesOf(responses, 'amount', 'sum'));
export const timeFields: ReadonlySet<string> = new Set(namesOf(responses, 'time'));
export const usdtFields: ReadonlySet<string> = new Set(Object.keys(payinUsdtFields));

const envelope = ['code', 'success', 'message', 'data', 'error', 'ok'];
const knownNames: ReadonlySet<string> = new Set([...envelope, ...usdtFields, ...Object.keys(responses)]);

/**
 * Returns the issues of the strict schema in the selected fields. Returns true if at least one of the fields exists and
 * none has an issue.
 *
 * @param concerns returns whether a field is selected, including missing and unknown fields
 */
export function issuesOf(
  schema: z.ZodType,
  data: Json,
  concerns: (field: string, value: unknown) => boolean,
): Verdict {
  const { error } = schema.safeParse(data);
  const issues = error?.issues ?? [];
  const wrong = issues.flatMap((issue) => messagesOf(issue, data, concerns));
  if (wrong.length > 0) return wrong.slice(0, 3).join('; ');
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const [field] = unknown.filter((name) => concerns(name, data[name]));
  if (field !== undefined) return unlisted(field);
  return Object.entries(data).some(([field, value]) => concerns(field, value)) ? true : null;
}

/**
 * Judges a field that the specification does not list for a response. It is only a warning unless the field belongs to
 * other responses, because the specification does not forbid further fields.
 */
export function unlisted(field: string): Verdict {
  return knownNames.has(field)
    ? `the field ${quoted(field)} does not belong to this response`
    : { doubt: `the field ${quoted(field)} is not in the specification` };
}

function messagesOf(
  issue: z.core.$ZodIssue,
  data: Json,
  concerns: (field: string, value: unknown) => boolean,
): readonly string[] {
  if (issue.code === 'unrecognized_keys') return [];
  const field = String(issue.path[0] ?? '');
  const value = data[field];
  if (!concerns(field, value)) return [];
  if (value === undefined) return [`${field} is missing`];
  return [`${field} is ${typeof value === 'string' ? quoted(value) : `${typeOf(value)} ${quoted(value)}`}`];
}

function typeOf(value: unknown): string {
  if (value === null) return 'empty:';
  return Array.isArray(value) ? 'a list:' : `a ${typeof value}:`;
}

/** Parses an amount to paise, or returns null. */
export function paiseOf(value: unknown): Paise | null {
  return typeof value === 'string' && value.length <= 30 && amountPattern.test(value)
    ? parseAmount(value)
    : null;
}

const fraction = /\.[0-9]{1,9}(?=\+05:30$)/;

/** Returns whether a time has a fraction of a second, which ISO 8601 allows. */
export function hasFraction(value: unknown): boolean {
  return typeof value === 'string' && fraction.test(value) && instantOf(value) !== null;
}

/** Parses a time to epoch milliseconds without its fraction of a second, or returns null. */
export function instantOf(value: unknown): number | null {
  try {
    return typeof value === 'string' ? parseIst(value.replace(fraction, '')) : null;
  } catch {
    return null;
  }
}
