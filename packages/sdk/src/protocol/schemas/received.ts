import * as z from 'zod/mini';

// The tolerant readings are written with zod/mini: they are all that the client needs of zod, and it is a fifth of it.
// The annotations let a bundler leave out the readings that are not used.

/** One of the states that are known, or a text of a later version (reading: What the SDK tolerates). */
export type Open<Known extends string> = Known | (string & {});

/** Reads any text; typed so that an editor offers the known ones. */
// @__NO_SIDE_EFFECTS__
export function openText<Known extends string>(): z.ZodMiniType<Open<Known>, string> {
  return z.string();
}

export const optionalText = /* @__PURE__ */ z.optional(/* @__PURE__ */ z.string());
export const textOrNull = /* @__PURE__ */ z._default(
  /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  null,
);
export const textOrEmpty = /* @__PURE__ */ z._default(/* @__PURE__ */ z.string(), '');

/** Main names by their alias. */
type Aliases = Readonly<Record<string, string>>;

/**
 * The tolerant reading of what the gateway sends: unknown fields stay, null and the empty text count as absent, and
 * a field that came under its alias alone is found under its main name too.
 *
 * @param shape a function, so that a reading that is not used can be left out with all that it is made of
 */
// @__NO_SIDE_EFFECTS__
export function received<Shape extends z.core.$ZodLooseShape>(shape: () => Shape, aliases: Aliases = {}) {
  return z.pipe(
    z.transform((value) => withMainNames(value, aliases)),
    z.looseObject(shape()),
  );
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
