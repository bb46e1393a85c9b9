import type { RequestField } from '@inrgate/sdk/protocol';
import { z } from 'zod';

/** Arguments that several tools use. */
export const mchId = z.string().optional().describe('Default: the current merchant.');

export const order = z.string().min(1).describe('mchOrderNo, clientRef, gateway order number or link code.');

export const limit = z.int().min(1).max(200).default(20).describe('Maximum number of items.');

export const cursor = z.string().optional().describe('nextCursor of the previous page.');

/** Fields that are not arguments, because the signing sets them. */
const own = new Set(['mchId', 'api_key', 'sign']);

/**
 * Parameters of a request as arguments, by their SDK names.
 *
 * @param choices allowed values of parameters
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
