import type { RequestField } from '@inrgate/sdk/protocol';
import { z } from 'zod';

/** Arguments that several tools take. */
export const mchId = z
  .string()
  .optional()
  .describe('Which merchant; the default one when left out. merchant_list has them.');

export const order = z
  .string()
  .min(1)
  .describe("The service's order number, a link code, or the merchant's own number (mchOrderNo, clientRef).");

export const limit = z.int().min(1).max(200).default(20).describe('Items at once.');

export const cursor = z.string().optional().describe('The nextCursor of the page before.');

export const amount = z.string().describe('INR as text with two decimals, such as "500.00".');

/** Set by the signing of a request, and no argument. */
const own = new Set(['mchId', 'api_key', 'sign']);

/**
 * The parameters of a request, by the names that the SDK has for them.
 *
 * @param choices the values of those that take a few only
 */
export function requestShape(
  fields: readonly RequestField<string>[],
  choices: Readonly<Record<string, readonly string[]>> = {},
): Record<string, z.ZodType<string | undefined>> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => !own.has(name))
      .map(({ name, required, description, example }) => {
        const known = choices[name];
        const value = known === undefined ? z.string() : z.enum([...known]);
        const described = value.describe(`${description} Example: ${JSON.stringify(example)}.`);
        return [camel(name), required ? described : described.optional()];
      }),
  );
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
