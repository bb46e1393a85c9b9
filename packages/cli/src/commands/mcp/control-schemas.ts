import { bodyTexts, type ControlRouteName, controlRoutes, queryTexts } from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import { cursor, limit } from './arguments.ts';
import { keyFields } from './secrets.ts';

/** A control call by its method and path. */
export type Route = ControlRouteName;
export type Shape = Readonly<Record<string, z.ZodType>>;

/** Entry of a control call in the table. */
export function callAt(route: Route) {
  const found = controlRoutes.find((call) => call.route === route);
  if (found === undefined) throw new Error(`${route} is not a control call`);
  return found;
}

/** Fields of a control call's body as arguments of a tool. The gateway validates the values. */
export function bodyOf(route: Route): Shape {
  const fields = argumentsOf(fieldsOf(callAt(route).body?.schema), (name, own) => bodyTexts[name] ?? own);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !keyFields.has(name)));
}

/** Filters and page of a control call as arguments of a tool. */
export function queryOf(route: Route): Shape {
  const { query } = callAt(route);
  if (query === undefined) return {};
  const { keys: _keys, limit: size, cursor: _cursor, ...filters } = fieldsOf(query);
  const shape = argumentsOf(filters, (name, own) => own ?? queryTexts[name]);
  return size === undefined ? shape : { ...shape, limit, cursor };
}

/** Returns the fields of an object, or of all alternatives of a union. */
function fieldsOf(schema: z.ZodType | undefined): Shape {
  const objects = schema === undefined ? [] : objectsOf(schema);
  const byName = Map.groupBy(
    objects.flatMap(({ shape }) => Object.entries(shape as Shape)),
    ([name]) => name,
  );
  const fields = [...byName].map(([name, found]) => {
    const field = together(found.map(([, one]) => one));
    return [name, found.length < objects.length ? field.optional() : field];
  });
  return Object.fromEntries(fields);
}

function objectsOf(schema: z.ZodType): readonly z.ZodObject[] {
  if (schema instanceof z.ZodUnion) return (schema.options as readonly z.ZodType[]).flatMap(objectsOf);
  return schema instanceof z.ZodObject ? [schema] : [];
}

/** Combines the alternatives of one field: all words, or the fields of all objects. */
function together(fields: readonly z.ZodType[]): z.ZodType {
  const [first = z.unknown()] = fields;
  const words = fields.flatMap(wordsOf);
  if (words.length > 0) return z.enum([...new Set(words)]);
  const isUnion = fields.every((field) => field instanceof z.ZodUnion);
  return isUnion ? z.strictObject(fieldsOf(z.union(fields))) : first;
}

function wordsOf(schema: z.ZodType): readonly string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  return schema instanceof z.ZodLiteral ? [...schema.values].map(String) : [];
}

function argumentsOf(
  fields: Shape,
  textOf: (name: string, own: string | undefined) => string | undefined,
): Shape {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const inner = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;
      return [name, argumentOf(field).describe(textOf(name, inner.meta()?.description) ?? '')];
    }),
  );
}

/** Type of a value on the wire. Omits the limits of the value. */
function argumentOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return argumentOf(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodDefault) return argumentOf(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodNullable) return argumentOf(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodPipe) return argumentOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodArray) return z.array(argumentOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodObject)
    return z.strictObject(argumentsOf(schema.shape, (name, own) => bodyTexts[name] ?? own));
  if (schema.type === 'string') return z.string();
  return schema instanceof z.ZodNumber && schema.isInt ? z.int() : schema;
}
