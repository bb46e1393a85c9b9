import { configSchema, type GatewayConfig } from '@inrgate/mock-gateway';
import { expectationOf } from '@inrgate/sdk/internal';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type YAMLParseError,
} from 'yaml';
import { z } from 'zod';
import { readNamedFile } from '../../input/files.ts';
import { FaultyFile, type FileFault, UsageError } from '../../output/usage-error.ts';

const advice = '. --config requires a YAML or JSON file with "merchants" and "settings"';

/** @throws {UsageError} with every issue: its line, its key and the expected value */
export async function readConfigFile(file: string): Promise<GatewayConfig> {
  const text = (await readNamedFile(file, { advice })).toString('utf8');
  const lines = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter: lines });
  const syntaxFaults = document.errors.map((error) => syntaxFault(error, lines));
  if (syntaxFaults.length > 0) throw new FaultyFile(file, syntaxFaults);
  const config = plain(file, document);
  const checked = configSchema.safeParse(config);
  if (checked.success) return config as GatewayConfig;
  const faults = checked.error.issues.flatMap(each).map((issue) => ({
    line: lines.linePos(offsetOf(document, keyPathOf(issue))).line,
    reason: explain(issue, config),
  }));
  throw new FaultyFile(
    file,
    faults.sort((a, b) => a.line - b.line),
  );
}

/** Resolves the aliases of the document. An alias can be undefined or expand too far. */
function plain(file: string, document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new UsageError(
      `${file} contains a YAML alias that has no anchor or expands too far. Write the values without an alias`,
    );
  }
}

function syntaxFault({ pos: [offset], message }: YAMLParseError, lines: LineCounter): FileFault {
  const { line, col } = lines.linePos(offset);
  return { line, column: col, reason: `${message}. Expected YAML or JSON` };
}

function each(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ ...issue, keys: [key] })) : [issue];
}

function keyPathOf(issue: z.core.$ZodIssue): readonly PropertyKey[] {
  return issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys] : issue.path;
}

/** Falls back to the parent of a missing key, and to the alias that contains a key. */
function offsetOf({ contents }: Document, path: readonly PropertyKey[]): number {
  let [node, offset]: [unknown, number] = [contents, 0];
  for (const part of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === part) : undefined;
    const named = isSeq(node) ? node.items[Number(part)] : pair?.key;
    if (!isNode(named)) break;
    offset = named.range?.[0] ?? offset;
    node = pair === undefined ? named : pair.value;
  }
  return offset;
}

/** Message with the key and the expected value. Omits the configured value, because it can be a merchant's key. */
function explain(issue: z.core.$ZodIssue, config: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schemaAt(issue.path)?.properties ?? {});
    return `${keyName(keyPathOf(issue))}: unknown key. Allowed: ${known.join(', ')}`;
  }
  const key = issue.path.length === 0 ? 'the file' : keyName(issue.path);
  const value = valueAt(config, issue.path);
  const quotes = typeof value === 'number' && issue.code === 'invalid_type' && issue.expected === 'string';
  const hint = quotes ? '. Enclose the value in quotes' : '';
  if (value === undefined)
    return `${key} is missing. Expected ${kindName(String(schemaAt(issue.path)?.type))}`;
  const expected = expectationOf(issue);
  if (issue.code !== 'invalid_type' || issue.message === expected) return `${key}: ${expected}${hint}`;
  return `${key}: expected ${kindName(issue.expected)}, got ${kindName(kindOf(value))}${hint}`;
}

/** Formats the name of a key: `merchants[0].limits.payinMin`. */
function keyName(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return parts.join('').replace(/^\./, '');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const kindNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  integer: 'a whole number',
  null: 'nothing',
  number: 'a number',
  object: 'a mapping',
  string: 'a string',
};

function kindName(kind: string): string {
  return kindNames[kind] ?? 'a value';
}

function schemaAt(path: readonly PropertyKey[]): z.core.JSONSchema.BaseSchema | undefined {
  let schema: z.core.JSONSchema.BaseSchema = z.toJSONSchema(configSchema, {
    io: 'input',
    unrepresentable: 'any',
  });
  for (const part of path) {
    const inner = typeof part === 'number' ? schema.items : schema.properties?.[String(part)];
    if (typeof inner !== 'object' || Array.isArray(inner)) return undefined;
    schema = inner;
  }
  return schema;
}
