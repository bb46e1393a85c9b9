import { bodyTexts, controlCalls, controlResponses, queryTexts } from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import { cursor, limit } from './arguments.ts';

/** A control call by its method and path. */
export type Route = keyof typeof controlCalls;
type Call<Of extends Route> = (typeof controlCalls)[Of];

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
  const { body } = controlCalls[route];
  return argumentsOf(fieldsOf(body?.schema), bodyText) as BodyArguments<BodyOf<Of>>;
}

/** Filters and page of a list as arguments of a tool. */
export function filtersOf<Of extends Route>(route: Of) {
  const { limit: _limit, cursor: _cursor, ...filters } = fieldsOf(controlCalls[route].query);
  const shape = argumentsOf(filters, (name, own) => own ?? queryTexts[name]);
  return { ...(shape as Readonly<Record<FilterOf<Of>, z.ZodOptional<z.ZodString>>>), limit, cursor };
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** Returns the fields of an object, or of all alternatives of a union. */
function fieldsOf(schema: z.ZodType | undefined): Shape {
  if (schema instanceof z.ZodObject) return schema.shape as Shape;
  const found = new Map<string, z.ZodType[]>();
  const objects = schema instanceof z.ZodUnion ? (schema.options as readonly z.ZodObject[]) : [];
  for (const [name, field] of objects.flatMap(({ shape }) => Object.entries(shape as Shape))) {
    found.set(name, [...(found.get(name) ?? []), field]);
  }
  return Object.fromEntries(
    [...found].map(([name, fields]) => {
      const field = together(fields);
      return [name, fields.length < objects.length ? field.optional() : field];
    }),
  );
}

/** Combines the alternatives of one field: all words, or the fields of all objects. */
function together(fields: readonly z.ZodType[]): z.ZodType {
  const [first = z.unknown()] = fields;
  const words = fields.flatMap(wordsOf);
  if (words.length > 0) return z.enum([...new Set(words)]);
  const objects = fields.flatMap((field) => (field instanceof z.ZodUnion ? field.options : []));
  return objects.length === 0 ? first : z.strictObject(fieldsOf(z.union(objects)));
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
  if (schema instanceof z.ZodString) return z.string();
  return schema instanceof z.ZodNumber && schema.isInt ? z.int() : schema;
}

/** Names of fields that no tool returns. */
const keys = new Set(['mchKey', 'mchSecret']);

export function answerOf<Name extends keyof typeof controlResponses>(name: Name): Open<Name> {
  return opened(controlResponses[name]) as Open<Name>;
}

type Open<Name extends keyof typeof controlResponses> = (typeof controlResponses)[Name] extends z.ZodObject
  ? z.ZodObject
  : z.ZodType;

/**
 * Makes a schema accept further fields and states. Clients reject a result that does not match. A later gateway can add
 * fields or states, and a mask can replace a key.
 */
function opened(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return opened(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodNullable) return opened(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodArray) return z.array(opened(schema.element as z.ZodType));
  if (schema instanceof z.ZodRecord) return z.record(z.string(), opened(schema.valueType as z.ZodType));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((one) => opened(one as z.ZodType)));
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Shape).filter(([name]) => !keys.has(name));
    return z.looseObject(Object.fromEntries(fields.map(([name, field]) => [name, opened(field)])));
  }
  if (schema instanceof z.ZodNumber) return z.number();
  return schema instanceof z.ZodBoolean ? z.boolean() : z.string();
}
