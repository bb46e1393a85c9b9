import * as z from 'zod';

/** One of the states that are known, or a text of a later version (reading: What the SDK tolerates). */
export type Open<Known extends string> = Known | (string & {});

/** Reads any text; typed so that an editor offers the known ones. */
export function openText<Known extends string>(): z.ZodType<Open<Known>, string> {
  return z.string();
}

export const optionalText = z.string().optional();
export const textOrNull = z.string().nullable().default(null);
export const textOrEmpty = z.string().default('');

/** Main names by their alias. */
type Aliases = Readonly<Record<string, string>>;

/**
 * The tolerant reading of what the gateway sends: unknown fields stay, null and the empty text count as absent, and
 * a field that came under its alias alone is found under its main name too.
 */
export function received<Shape extends z.ZodRawShape>(shape: Shape, aliases: Aliases = {}) {
  return z.preprocess((value) => withMainNames(value, aliases), z.looseObject(shape));
}

function withMainNames(value: unknown, aliases: Aliases): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // Without a prototype, so that `__proto__` is a name like any other.
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, field] of Object.entries(value)) {
    if (field !== null && field !== '') fields[name] = field;
  }
  for (const [alias, name] of Object.entries(aliases)) {
    if (fields[alias] !== undefined) fields[name] ??= fields[alias];
  }
  return fields;
}
