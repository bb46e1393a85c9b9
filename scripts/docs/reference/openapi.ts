import { code, fence, prose, table } from './markdown.ts';
import { fieldTable, refLink, type Schema, typeOf } from './schema.ts';

interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<
    Record<string, { readonly $ref?: string; readonly summary?: string; readonly value?: unknown }>
  >;
}

interface Body {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

/** The part of OpenAPI 3.1 that the documents use. */
export interface Document {
  readonly info: { readonly description: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly requestBodies?: Readonly<Record<string, Body>>;
    readonly responses?: Readonly<Record<string, Body>>;
  };
}

const methods = new Set(['get', 'post', 'patch', 'put', 'delete']);

export interface Endpoint {
  readonly heading: string;
  readonly operation: Operation;
}

/** Every endpoint of a document, in order. */
export function endpointsOf({ paths }: Document, base: string): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ heading: `${method.toUpperCase()} ${base}${path}`, operation })),
  );
}

/**
 * Creates the section of an endpoint: its parameters, its body and its responses.
 *
 * @param everywhere error codes of every endpoint, which the page lists only once
 */
export function endpointText(
  { heading, operation }: Endpoint,
  document: Document,
  everywhere: readonly string[] = [],
): string {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation;
  return [
    `### ${code(heading)}`,
    prose(summary === '' ? '' : `**${summary}.**`),
    prose(description),
    parameterTable(parameters),
    requestText(requestBody, document),
    responsesText(responses, document, everywhere),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required = false, description = '', schema }) => [
    code(name),
    place,
    typeOf(schema),
    required ? 'always' : '',
    description,
  ]);
  return table(['parameter', 'in', 'type', 'required', 'description'], rows);
}

function requestText(body: Body | undefined, { components }: Document): string {
  if (body === undefined) return '';
  const { content = {} } = resolved(body, components.requestBodies);
  const [first] = Object.values(content);
  if (first?.schema === undefined) return '';
  const shape =
    first.schema.$ref === undefined ? fieldTable(first.schema) : `The body is ${refLink(first.schema.$ref)}.`;
  return [shape, exampleText(first)].filter((part) => part !== '').join('\n\n');
}

function exampleText({ examples = {} }: Content): string {
  const value = Object.values(examples)[0]?.value;
  return value === undefined ? '' : fence(JSON.stringify(value, null, 2), 'json');
}

function responsesText(
  responses: Operation['responses'],
  { components }: Document,
  everywhere: readonly string[],
): string {
  const own = Object.entries(responses).filter(
    ([, { description = '' }]) => !everywhere.some((error) => description.startsWith(code(error))),
  );
  const rows = own.map(([status, response]) => {
    const { description = '', content = {} } = resolved(response, components.responses);
    const schema = Object.values(content)[0]?.schema;
    const type = schema === undefined || Number(status) >= 400 ? '' : typeOf(schema);
    const shape = schema?.type === undefined || type === '' ? type : `Type: ${type}`;
    return [
      code(status),
      [description, shape === '' ? '' : `${shape}.`].filter((part) => part !== '').join(' '),
    ];
  });
  return table(['status', 'response'], rows);
}

function resolved(body: Body, known: Readonly<Record<string, Body>> = {}): Body {
  const name = body.$ref?.split('/').at(-1);
  return name === undefined ? body : (known[name] ?? body);
}

/** Creates the sections of the schemas that requests and responses use, each with its fields. */
export function shapesText({ components }: Document): string {
  return Object.entries(components.schemas)
    .map(([name, schema]) =>
      [`### ${name}`, prose(schema.description ?? ''), fieldTable(schema) || listOf(schema)]
        .filter((part) => part !== '')
        .join('\n\n'),
    )
    .join('\n\n');
}

function listOf(schema: Schema): string {
  const type = typeOf(schema);
  return type === '' ? '' : `Type: ${type}.`;
}
