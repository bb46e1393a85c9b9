import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as internal from '../../internal.ts';
import * as protocol from '../../protocol.ts';

/** The strict schemas, from which an API description is created. The tolerant schemas use no JSON Schema. */
const schemas: readonly (readonly [string, z.ZodType])[] = [
  ...Object.entries({ ...protocol, ...internal }).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [[name, value] as const] : [],
  ),
  ...Object.entries({ ...protocol.v3Requests, ...protocol.v1Requests }).map(
    ([name, request]) => [`request ${name}`, request.schema] as const,
  ),
  ...Object.entries({ ...protocol.v3Responses, ...protocol.v1Responses }).map(
    ([name, schema]) => [`response ${name}`, schema] as const,
  ),
  ['v3Success', internal.v3Success(internal.wallet)],
  ['v1Success', internal.v1Success(internal.linkFound)],
];
interface Node {
  readonly properties?: Readonly<
    Record<string, Node & { readonly description?: string; readonly examples?: unknown[] }>
  >;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

function properties(
  node: Node,
): readonly (readonly [string, { description?: string; examples?: unknown[] }])[] {
  return [
    ...Object.entries(node.properties ?? {}),
    ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap(properties),
  ];
}

describe('JSON Schema', () => {
  it.each(schemas)('a JSON Schema can be generated from %s', (_name, schema) => {
    expect(() => z.toJSONSchema(schema, { unrepresentable: 'throw' })).not.toThrow();
  });

  it.each(schemas)('a JSON Schema describes every field of %s with an example', (_name, schema) => {
    const bare = properties(z.toJSONSchema(schema) as Node).filter(
      ([name, property]) => name !== 'data' && (!property.description || property.examples?.length !== 1),
    );
    expect(bare.map(([name]) => name)).toEqual([]);
  });

  it.each(schemas)(
    'a JSON Schema of %s contains no empty example, except for two fields of payoutCallback',
    (name, schema) => {
      const empty = properties(z.toJSONSchema(schema) as Node).filter(
        ([, property]) => property.examples?.[0] === '',
      );
      // For a payout to a bank, as in the example, most of these fields are empty.
      expect(empty.map(([field]) => field)).toEqual(name === 'payoutCallback' ? ['txid', 'message'] : []);
    },
  );

  it.each(schemas)('a JSON Schema of %s contains only examples that the schema accepts', (_name, schema) => {
    for (const branch of 'options' in schema && Array.isArray(schema.options) ? schema.options : [schema]) {
      if (!(branch instanceof z.ZodObject)) continue;
      for (const [name, field] of Object.entries<z.ZodType>(branch.shape)) {
        const [example] = (field.meta()?.['examples'] ?? []) as unknown[];
        if (name !== 'data')
          expect([name, example, field.safeParse(example).success]).toEqual([name, example, true]);
      }
    }
  });
});
