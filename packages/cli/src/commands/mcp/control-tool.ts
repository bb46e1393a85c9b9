import type { ControlClient } from '@inrgate/mock-gateway/control';
import { bodyTexts, type ControlRouteName, controlRoutes, queryTexts } from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import { keyFields } from './secrets.ts';
import { cursor, limit, mchId, order, type Tool, tool } from './tool.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * Creates a tool for one control call, with its arguments and its result.
 *
 * @param more what the summary of the call leaves out
 */
export function controlTool(
  name: string,
  route: ControlRouteName,
  annotations: Tool['annotations'],
  more?: string,
): Tool {
  const { summary, body } = callAt(route);
  const [method = '', path = ''] = route.split(' ');
  const named = subjectOf(path, name);
  const [inBody, inQuery] = [bodyOf(route), queryOf(route)];
  return tool({
    name,
    annotations,
    description: [`${summary}.`, ...(more === undefined ? [] : [more])].join(' '),
    input: { ...named, ...inBody, ...inQuery },
    run: async (context, given: Given) => {
      const id = path.startsWith('/merchants/')
        ? context.merchantId(given['mchId'] as string | undefined)
        : (given['order'] ?? given['id']);
      context.refuseRemoteAddresses(given);
      const control = await context.control();
      if (method === 'POST' && path.startsWith('/orders/') && given['to'] === undefined)
        await context.refuseRemoteCallbacks(control, given as { readonly order: string });
      const request = {
        id,
        query: texts(pick(given, inQuery)),
        ...(body !== undefined && { body: pick(given, inBody) }),
      };
      return ((await callerOf(control, method)(path, request)) as object | undefined) ?? { done: true };
    },
  });
}

/** The argument that replaces `:id` of the path. */
function subjectOf(path: string, name: string): Shape {
  if (path.startsWith('/merchants/')) return { mchId };
  if (path.startsWith('/orders/')) return { order };
  // `callback_list` lists the ids for `callback_get`.
  const list = name.replace(/_[a-z]+$/, '_list');
  return path.includes(':id') ? { id: z.string().describe(`Id, from ${list}.`) } : {};
}

function pick(given: Given, shape: Shape): Given {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => Object.hasOwn(shape, name) && value !== undefined),
  );
}

function texts(given: Given): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}

function callerOf(control: ControlClient, method: string) {
  const callers = { GET: control.get, POST: control.post, PATCH: control.patch };
  const caller = callers[method as keyof typeof callers] as (
    path: string,
    request: object,
  ) => Promise<unknown>;
  return caller.bind(control);
}

type Shape = Readonly<Record<string, z.ZodType>>;

function callAt(route: ControlRouteName) {
  const found = controlRoutes.find((call) => call.route === route);
  if (found === undefined) throw new Error(`${route} is not a control call`);
  return found;
}

/** Fields of a control call's body as arguments of a tool. The gateway validates the values. */
export function bodyOf(route: ControlRouteName): Shape {
  const fields = argumentsOf(fieldsOf(callAt(route).body?.schema), (name, own) => bodyTexts[name] ?? own);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !keyFields.has(name)));
}

/** Filters and page of a control call as arguments of a tool. */
export function queryOf(route: ControlRouteName): Shape {
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
