import type { RequestField } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { paramsOf } from '../../input/field-options.ts';

/** Arguments that several tools use. */
export const mchId = z.string().optional().describe('Default: the current merchant.');

export const order = z.string().min(1).describe('mchOrderNo, orderNo, clientRef or linkCode.');

export const limit = z.int().min(1).max(200).default(20).describe('Maximum number of items.');

export const cursor = z.string().optional().describe('nextCursor of the previous page.');

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
    paramsOf(fields).map(({ name, param, required, description, example }) => {
      const known = choices[name];
      const described =
        known === undefined
          ? z.string().describe(`${description} Example: ${onThisMachine(example)}`)
          : z.enum([...known]).describe(description);
      return [param, required ? described : described.optional()];
    }),
  );
}

/** The tools send nothing to other machines without permission, so the example of a URL is on this machine. */
function onThisMachine(example: string): string {
  return example.replace(/^https:\/\/[^/]+/, 'http://127.0.0.1:3000');
}
