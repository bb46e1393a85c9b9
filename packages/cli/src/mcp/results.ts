import { z } from 'zod';

export type Shape = Readonly<Record<string, z.ZodType>>;

/** Names of fields that no tool returns. */
const keys = new Set(['mchKey', 'mchSecret']);

/**
 * Combines the fields of all results of a tool. Accepts further fields and states, because clients reject a result that
 * does not match. A later gateway can add fields or states, and a mask can replace a key.
 */
export function openObject(schemas: readonly z.ZodType[]): z.ZodObject {
  const fields = Object.entries(combined(objectsOf(schemas), open));
  return z.looseObject(Object.fromEntries(fields.filter(([name]) => !keys.has(name))));
}

function open(schemas: readonly z.ZodType[]): z.ZodType {
  const types = Map.groupBy(schemas.flatMap(alternativesOf), ({ type }) =>
    isOpener(type) ? type : 'string',
  );
  const [first = z.unknown(), ...others] = [...types].map(([type, ofType]) => openers[type](ofType));
  return others.length === 0 ? first : z.union([first, ...others]);
}

/** Combines alternatives of one type. Words and times are strings. */
const openers = {
  object: openObject,
  array: (schemas) => z.array(open(schemas.map((schema) => (schema as z.ZodArray).element as z.ZodType))),
  record: (schemas) =>
    z.record(z.string(), open(schemas.map((schema) => (schema as z.ZodRecord).valueType as z.ZodType))),
  number: () => z.number(),
  boolean: () => z.boolean(),
  null: () => z.null(),
  unknown: () => z.unknown(),
  string: () => z.string(),
} as const satisfies Record<string, (schemas: readonly z.ZodType[]) => z.ZodType>;

function isOpener(type: string): type is keyof typeof openers {
  return Object.hasOwn(openers, type);
}

/** Returns the schemas of which a value matches at least one. Ignores that the value can be missing. */
function alternativesOf(schema: z.ZodType): readonly z.ZodType[] {
  if (schema instanceof z.ZodOptional) return alternativesOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodNullable) return [...alternativesOf(schema.unwrap() as z.ZodType), z.null()];
  return schema instanceof z.ZodUnion
    ? (schema.options as readonly z.ZodType[]).flatMap(alternativesOf)
    : [schema];
}

/** Returns the objects among the alternatives of some schemas. */
export function objectsOf(schemas: readonly z.ZodType[]): readonly z.ZodObject[] {
  return schemas.flatMap(alternativesOf).filter((schema) => schema instanceof z.ZodObject);
}

/** Combines the fields of objects that have the same name. */
export function combined(
  objects: readonly z.ZodObject[],
  combine: (fields: readonly z.ZodType[]) => z.ZodType,
): Shape {
  const fields = objects.flatMap(({ shape }) => Object.entries(shape as Shape));
  const byName = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, found]) => [name, combine(found.map(([, field]) => field))]),
  );
}
