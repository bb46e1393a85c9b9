// Folder http/openapi: what all OpenAPI documents share.
import type { RequestField } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { type Json, mapValues, ref } from './parts.ts';

/**
 * Options that describe the input instead of the parsed output. Fields with a default stay optional, and decimal
 * strings stay strings.
 */
const dialect = { target: 'draft-2020-12', io: 'input', override: forgetSignatures } as const;

/** Removes example signatures, because a signature is valid only for the values that it covers. */
function forgetSignatures({ jsonSchema, path }: { jsonSchema: object; path: (string | number)[] }): void {
  if (path.at(-1) === 'sign') Reflect.deleteProperty(jsonSchema, 'examples');
}

/** The schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function toSchema(schema: z.ZodType): Json {
  return withoutIdentity(z.toJSONSchema(schema, dialect));
}

/** Converts the schemas to components that reference each other. */
export function toComponents(schemas: Readonly<Record<string, z.ZodType>>): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const uri = (id: string) => String(ref('schemas', id)['$ref']);
  return mapValues(z.toJSONSchema(registry, { ...dialect, uri }).schemas, withoutIdentity);
}

/**
 * Removes the dialect and the identifier. The document states the dialect once, and the component's path replaces the
 * identifier.
 */
function withoutIdentity({ $schema: _dialect, $id: _place, ...schema }: Json): Json {
  return schema;
}

export interface Parameters {
  readonly fields: readonly RequestField<string>[];
  readonly schema: z.ZodObject;
}

/**
 * Types of unknown parameters. The signature covers these parameters, but they cannot be objects or arrays (reading:
 * Parameters).
 */
const anyOther = { type: ['string', 'number', 'boolean', 'null'] };

/**
 * Schema of an endpoint's parameters, under main names and aliases. A client can send either name.
 *
 * @param choices lists of parameters. A request must contain all parameters of one list
 */
export function requestSchema({ fields, schema }: Parameters, choices: readonly (readonly string[])[]): Json {
  const main = toSchema(schema)['properties'] as Readonly<Record<string, Json>>;
  const properties = fields.flatMap(({ name, alias }) =>
    alias === undefined
      ? [[name, main[name]]]
      : [
          [name, main[name]],
          [alias, { ...main[name], ...aliasOf(name) }],
        ],
  );
  const required = fields.filter((field) => field.required);
  const eitherName = required.flatMap(({ name, alias }) => (alias === undefined ? [] : [[[name], [alias]]]));
  const alternatives = choices.length === 0 ? eitherName : [...eitherName, choices];
  const allOf = alternatives.map((names) => ({
    anyOf: names.map((all) => ({ type: 'object', required: all })),
  }));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: required.flatMap(({ name, alias }) => (alias === undefined ? [name] : [])),
    ...(allOf.length > 0 && { allOf }),
    additionalProperties: anyOther,
  };
}

function aliasOf(name: string): Json {
  return { description: `Alias of \`${name}\`.` };
}

/** The example value of each field. */
export function exampleOf(schema: z.ZodObject): Record<string, unknown> {
  return mapValues(schema.shape, (field) => {
    const [example] = ((field as z.ZodType).meta()?.['examples'] ?? []) as readonly unknown[];
    return example;
  });
}
