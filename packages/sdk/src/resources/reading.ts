import type * as z from 'zod/mini';
import type { Reading } from '../client/judge.ts';

/** Reads an answer's `data` by a tolerant schema of the protocol and gives it the shape that callers see. */
export function reader<Schema extends z.ZodMiniType, T>(
  schema: Schema,
  build: (data: z.output<Schema>) => T,
): (data: unknown) => Reading<T> {
  return (data) => {
    const result = schema.safeParse(data);
    if (result.success) return { value: build(result.data) };
    // The name of the field and what it should be; never what it is.
    const [issue] = result.error.issues;
    const path = issue?.path.map((part) => `.${String(part)}`).join('') ?? '';
    return {
      problem: `data${path}: ${issue?.code === 'invalid_type' ? `not a ${issue.expected}` : 'invalid'}`,
    };
  };
}
