import {
  amountForms,
  type Fields,
  linkCreatedFields,
  linkFields,
  linkFoundFields,
  namesOf,
  payinCallbackOwnFields,
  payinFields,
  payinUsdtFields,
  payoutCallbackOwnFields,
  payoutFields,
  timeForms,
  walletFields,
} from '@inrgate/sdk/internal';
import type { z } from 'zod';
import type { Json } from './answered.ts';
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

/** Where fields are told apart by what they hold. */
export const amountFields: ReadonlySet<string> = new Set(namesOf(responses, ...amountForms));
export const timeFields: ReadonlySet<string> = new Set(namesOf(responses, ...timeForms));
export const usdtFields: ReadonlySet<string> = new Set(Object.keys(payinUsdtFields));

/**
 * What the strict schema says against the fields that are asked about; true when at least one of them is there.
 *
 * @param concerns whether a field is asked about; one that is missing or unknown counts as `of` of its name too
 */
export function issuesOf(
  schema: z.ZodType,
  data: Json,
  concerns: (field: string, value: unknown) => boolean,
): Verdict {
  const { error } = schema.safeParse(data);
  const wrong = (error?.issues ?? []).flatMap((issue) => messagesOf(issue, data, concerns));
  if (wrong.length > 0) return wrong.slice(0, 3).join('; ');
  return Object.entries(data).some(([field, value]) => concerns(field, value)) ? true : null;
}

function messagesOf(
  issue: z.core.$ZodIssue,
  data: Json,
  concerns: (field: string, value: unknown) => boolean,
): readonly string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .filter((field) => concerns(field, data[field]))
      .map((field) => `the field ${quoted(field)} is none of the table`);
  }
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
