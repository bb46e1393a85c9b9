import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = Readonly<Record<string, unknown>>;

/** Returns the errors of an OpenAPI 3.1 document, if any. */
export async function documentErrors(document: object): Promise<unknown> {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document) as Record<string, unknown>);
  return valid && validator.version === '3.1' ? undefined : (errors ?? `version ${validator.version}`);
}

/** An example in a document, with its schema. */
export interface Shown {
  readonly at: string;
  readonly schema: Json;
  readonly value: unknown;
}

/**
 * Returns every example of the document, including those behind references: of bodies, parameters, headers and
 * properties.
 */
export function examplesIn(document: object): readonly Shown[] {
  return nodesIn(document).flatMap(({ at, node }) => [
    ...mediaExamples(document, node).map(([name, value]) => ({
      at: `${at}/examples/${name}`,
      schema: node['schema'] as Json,
      value,
    })),
    ...(Array.isArray(node['examples']) ? node['examples'] : []).map((value) => ({
      at,
      schema: node,
      value,
    })),
  ]);
}

/** Returns the `examples` or the `example` next to a `schema`. */
function mediaExamples(document: object, node: Json): readonly (readonly [string, unknown])[] {
  if (node['schema'] === undefined) return [];
  const named = Object.entries((node['examples'] ?? {}) as Readonly<Record<string, Json>>);
  const one: [string, Json][] = 'example' in node ? [['example', { value: node['example'] }]] : [];
  return [...named, ...one].map(([name, example]) => [name, follow(document, example)['value']]);
}

/** Returns the target of a reference. Returns any other node unchanged. */
export function follow(document: object, node: Json): Json {
  const { $ref } = node as { readonly $ref?: string };
  if ($ref === undefined) return node;
  const names = $ref
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  let found: unknown = document;
  for (const name of names) found = (found as Json | undefined)?.[name];
  if (typeof found !== 'object' || found === null) throw new Error(`nothing at ${$ref}`);
  return follow(document, found as Json);
}

interface Node {
  readonly at: string;
  readonly node: Json;
}

/** Returns every object of the document, except objects within examples. */
export function nodesIn(node: unknown, at = ''): readonly Node[] {
  if (typeof node !== 'object' || node === null) return [];
  const children = Object.entries(node).flatMap(([name, child]) =>
    name === 'value' || name === 'example' ? [] : nodesIn(child, `${at}/${name.replaceAll('/', '~1')}`),
  );
  return Array.isArray(node) ? children : [{ at, node: node as Json }, ...children];
}

/** Returns the references that have no target. */
export function deadReferences(document: object): readonly string[] {
  return nodesIn(document).flatMap(({ at, node }) => {
    try {
      follow(document, node);
      return [];
    } catch {
      return [`${at}: ${node['$ref']}`];
    }
  });
}

/** Creates a function that returns the error of a value for a schema of the document, if any. */
export function judge(document: object): (schema: Json, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strictSchema: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['components']);
  const { components } = document as { readonly components: object };
  return (schema, value) => {
    const accepts = ajv.compile({ ...schema, components });
    return accepts(value) ? undefined : ajv.errorsText(accepts.errors);
  };
}

/** Returns the examples that their own schema rejects, with the reason. */
export function wrongExamples(document: object): readonly string[] {
  const rejected = judge(document);
  return examplesIn(document).flatMap(({ at, schema, value }) => {
    const reason = rejected(schema, value);
    return reason === undefined ? [] : [`${at}: ${reason}`];
  });
}
