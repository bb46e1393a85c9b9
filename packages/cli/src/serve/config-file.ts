import { configSchema, type GatewayConfig } from '@inrgate/mock-gateway';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../failures/exit-codes.ts';
import { readNamedFile } from '../input/named-file.ts';

const advice = '; --config names a YAML or JSON file with "merchants" and "settings"';

/**
 * Reads merchants and settings from YAML or JSON, which is YAML too.
 *
 * @throws {UsageError} one line that names the file, the key and what was expected
 */
export async function readConfigFile(file: string): Promise<GatewayConfig> {
  const config = parse(file, (await readNamedFile(file, { advice })).toString('utf8'));
  const checked = configSchema.safeParse(config);
  if (checked.success) return config as GatewayConfig;
  const [issue, ...others] = checked.error.issues;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new UsageError(
    `${file}: ${issue === undefined ? 'is not a configuration' : explain(issue, config)}${more}`,
  );
}

function parse(file: string, text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const [problem] = document.errors;
  if (problem === undefined) return document.toJS();
  const { line = 0, col = 0 } = problem.linePos?.[0] ?? {};
  const [summary = ''] = problem.message.split(/ at line |\n/);
  throw new UsageError(`${file}:${line}:${col}: ${summary}; expected YAML or JSON`);
}

/** The key and what was expected there; never the value, which may be a merchant's key. */
function explain(issue: z.core.$ZodIssue, config: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schemaAt(issue.path)?.properties ?? {});
    return `${keyName([...issue.path, issue.keys[0] ?? ''])}: unknown key; expected one of ${known.join(', ')}`;
  }
  const key = issue.path.length === 0 ? 'the file' : keyName(issue.path);
  const value = valueAt(config, issue.path);
  const quotes = typeof value === 'number' && issue.code === 'invalid_type' && issue.expected === 'string';
  const hint = quotes ? '; put it in quotes' : '';
  if (value === undefined)
    return `${key}: is missing; expected ${kindName(String(schemaAt(issue.path)?.type))}`;
  // The schema's own words say more than the kinds do.
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input'))
    return `${key}: ${issue.message}${hint}`;
  return `${key}: expected ${kindName(issue.expected)}, got ${kindName(kindOf(value))}${hint}`;
}

/** `merchants[0].limits.payinMin` */
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
  string: 'text',
};

function kindName(kind: string): string {
  return kindNames[kind] ?? 'a value';
}

/** What the schema says about the place that a path names. */
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
