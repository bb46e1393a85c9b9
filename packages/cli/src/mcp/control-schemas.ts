import {
  bodyTexts,
  type CallAt,
  type ControlRouteName,
  controlRoutes,
  queryTexts,
} from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import { cursor, limit } from './arguments.ts';
import { combined, objectsOf, type Shape } from './results.ts';

/** A control call by its method and path. */
export type Route = ControlRouteName;
type Call<Of extends Route> = CallAt<Of>;

/** Entry of a control call in the table. */
export function callAt(route: Route) {
  const found = controlRoutes.find((call) => call.route === route);
  if (found === undefined) throw new Error(`${route} is not a control call`);
  return found;
}

type BodyOf<Of extends Route> =
  Call<Of> extends { readonly body?: { readonly schema: infer Body } } ? z.input<Body & z.ZodType> : never;
type FilterOf<Of extends Route> =
  Call<Of> extends { readonly query?: infer Query }
    ? Exclude<keyof z.input<Query & z.ZodObject> & string, 'limit' | 'cursor'>
    : never;

type BodyArguments<Body> = {
  readonly [Name in keyof Body]-?: undefined extends Body[Name]
    ? z.ZodOptional<z.ZodType<Exclude<Body[Name], undefined>>>
    : z.ZodType<Body[Name]>;
};

/** Fields of a control call's body as arguments of a tool. The gateway validates the values. */
export function bodyOf<Of extends Route>(route: Of): BodyArguments<BodyOf<Of>> {
  const { body } = callAt(route);
  return argumentsOf(fieldsOf(body?.schema), bodyText) as BodyArguments<BodyOf<Of>>;
}

/** Filters and page of a list as arguments of a tool. */
export function filtersOf<Of extends Route>(route: Of) {
  const { limit: _limit, cursor: _cursor, ...filters } = fieldsOf(callAt(route).query);
  const shape = argumentsOf(filters, (name, own) => own ?? queryTexts[name]);
  return { ...(shape as Readonly<Record<FilterOf<Of>, z.ZodOptional<z.ZodString>>>), limit, cursor };
}

/** Returns the fields of an object, or of all alternatives of a union. */
function fieldsOf(schema: z.ZodType | undefined): Shape {
  const objects = schema === undefined ? [] : objectsOf([schema]);
  return combined(objects, (fields) => {
    const field = together(fields);
    return fields.length < objects.length ? field.optional() : field;
  });
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

type TextOf = (name: string, own: string | undefined) => string | undefined;

const bodyText: TextOf = (name, own) => bodyTexts[name] ?? own;

function argumentsOf(fields: Shape, textOf: TextOf): Shape {
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
  if (schema instanceof z.ZodObject) return z.strictObject(argumentsOf(schema.shape, bodyText));
  if (schema.type === 'string') return z.string();
  return schema instanceof z.ZodNumber && schema.isInt ? z.int() : schema;
}
