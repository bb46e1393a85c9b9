import type * as z from 'zod';
import type { Reading } from '../client/judge.ts';

/** Reads an answer's `data` by a tolerant schema of the protocol and gives it the shape that callers see. */
export function reader<Schema extends z.ZodType, T>(
  schema: Schema,
  build: (data: z.output<Schema>) => T,
): (data: unknown) => Reading<T> {
  return (data) => {
    const result = schema.safeParse(data);
    if (result.success) return { value: build(result.data) };
    // The name of the field and what it should be; never what it is.
    const [issue] = result.error.issues;
    return {
      problem: `data${issue?.path.map((part) => `.${String(part)}`).join('') ?? ''}: ${issue?.message}`,
    };
  };
}
