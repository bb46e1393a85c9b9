import { code, table } from './markdown.ts';

/** What of JSON Schema is in our documents. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/**
 * A table of the fields of an object, those of objects within it under their path: `limits.payinMin`.
 *
 * @param defaults what holds where a field is left out, by its path
 */
export function fieldTable(schema: Schema, defaults?: ReadonlyMap<string, unknown>): string {
  const fields = fieldsOf(schema, '');
  if (fields.length === 0) return '';
  const third = (name: string, required: boolean) => {
    if (defaults === undefined) return required ? 'always' : '';
    return defaults.has(name) ? code(JSON.stringify(defaults.get(name))) : '';
  };
  const rows = fields.map(({ name, required, schema: field }) => [
    code(name),
    typeOf(field),
    third(name, required),
    described(field),
  ]);
  return table(['field', 'type', defaults === undefined ? '' : 'default', ''], rows);
}

function fieldsOf(schema: Schema, before: string): readonly Field[] {
  const { properties, required = [], items } = schema;
  if (items !== undefined) return fieldsOf(items, before === '' ? '[].' : before.replace(/\.$/, '[].'));
  const own = Object.entries(properties ?? {}).flatMap(([name, field]) => [
    { name: `${before}${name}`, required: required.includes(name), schema: field },
    ...fieldsOf(field, `${before}${name}.`),
  ]);
  return [...own, ...joined(alternatives(schema).map((one) => fieldsOf(one, before)))];
}

/** The fields of several objects of which one holds: what a field may be in any of them, and whether it is in all. */
function joined(objects: readonly (readonly Field[])[]): readonly Field[] {
  const byName = Map.groupBy(objects.flat(), ({ name }) => name);
  return [...byName].map(([name, fields]) => ({
    name,
    required: fields.length === objects.length && fields.every(({ required }) => required),
    schema: either(fields.map(({ schema }) => schema)),
  }));
}

function either(schemas: readonly Schema[]): Schema {
  const [first = {}] = schemas;
  const values = schemas.flatMap((schema) => schema.enum ?? ('const' in schema ? [schema.const] : []));
  if (schemas.length === 1 || values.length === 0) return first;
  const { const: _one, ...rest } = first;
  return { ...rest, enum: [...new Set(values)] };
}

function alternatives({ anyOf = [], oneOf = [], allOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf, ...allOf];
}

/** What a field may be, in a few words: `"credit"` or `"refuse"`; text, null; [Payin](#payin). */
export function typeOf(schema: Schema): string {
  const { $ref, type, items } = schema;
  if ($ref !== undefined) return refLink($ref);
  if (schema.enum !== undefined) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
  if ('const' in schema) return code(JSON.stringify(schema.const));
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (type !== undefined) return [type].flat().map(plainType).join(' or ') + bounds(schema);
  const names = alternatives(schema)
    .map(typeOf)
    .filter((name) => name !== '');
  return [...new Set(names)].join(' or ');
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: '`true` or `false`',
  array: 'list',
};

function plainType(type: string): string {
  return types[type] ?? type;
}

function bounds({ minimum, maximum, maxLength }: Schema): string {
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, ${minimum} or more`;
  return maxLength === undefined ? '' : `, ${maxLength} characters at most`;
}

function described({ description = '', default: standard, examples = [] }: Schema): string {
  const unless = standard === undefined ? '' : `${code(JSON.stringify(standard))} unless given.`;
  const [example] = examples;
  const such = example === undefined ? '' : `Such as ${code(JSON.stringify(example))}.`;
  return [description, unless, such].filter((part) => part !== '').join(' ');
}

/** `#/components/schemas/Payin` as a link to the heading of that name. */
export function refLink(ref: string): string {
  const name = ref.split('/').at(-1) ?? ref;
  return `[${name}](#${name.toLowerCase()})`;
}
