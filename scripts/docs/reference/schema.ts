import { code, table } from './markdown.ts';

/** The part of JSON Schema that the documents use. */
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
  /** `always`, a condition, or an empty string for an optional field. */
  readonly required: string;
  readonly schema: Schema;
}

/**
 * Creates a table of the fields of an object. The name of a nested field is its path: `limits.payinMin`.
 *
 * @param defaults default values by path
 */
export function fieldTable(schema: Schema, defaults?: ReadonlyMap<string, unknown>): string {
  const fields = fieldsOf(schema, '');
  if (fields.length === 0) return '';
  const third = (name: string, required: string) => {
    if (defaults === undefined) return required;
    return defaults.has(name) ? code(JSON.stringify(defaults.get(name))) : '';
  };
  const rows = fields.map(({ name, required, schema: field }) => [
    code(name),
    typeOf(field),
    third(name, required),
    described(field),
  ]);
  return table(['field', 'type', defaults === undefined ? 'required' : 'default', 'description'], rows);
}

function fieldsOf(schema: Schema, before: string): readonly Field[] {
  const { properties, required = [], items } = schema;
  if (items !== undefined) return fieldsOf(items, before === '' ? '[].' : before.replace(/\.$/, '[].'));
  const own = Object.entries(properties ?? {}).flatMap(([name, field]) => [
    { name: `${before}${name}`, required: required.includes(name) ? 'always' : '', schema: field },
    ...fieldsOf(field, `${before}${name}.`),
  ]);
  return [...own, ...joined(alternatives(schema).map((one) => fieldsOf(one, before)))];
}

/** Combines the fields of alternative objects. Each field gets its types in all objects and its requirement. */
function joined(objects: readonly (readonly Field[])[]): readonly Field[] {
  const byName = Map.groupBy(objects.flat(), ({ name }) => name);
  return [...byName].map(([name, fields]) => ({
    name,
    required: requiredIn(objects, name, fields),
    schema: either(fields.map(({ schema }) => schema)),
  }));
}

/** Returns `always`, the condition under which one of several objects requires the field, or an empty string. */
function requiredIn(objects: readonly (readonly Field[])[], name: string, fields: readonly Field[]): string {
  const cases = new Set(fields.map(({ required }) => required));
  const [only = ''] = cases;
  if (only !== 'always' && cases.size === 1) return only;
  const [needing = [], others = []] = [true, false].map((isNeeded) =>
    objects.filter(
      (object) => isNeeded === object.some((field) => field.name === name && field.required === 'always'),
    ),
  );
  if (others.length === 0) return 'always';
  const discriminator = discriminatorOf(objects);
  if (discriminator === undefined || needing.length === 0) return '';
  const values = (some: typeof objects) => some.flatMap((object) => valuesIn(object, discriminator));
  const [of, without] = [values(needing), values(others)];
  const list = (of.length <= without.length ? of : without)
    .map((value) => code(JSON.stringify(value)))
    .join(', ');
  return `${of.length <= without.length ? 'if' : 'unless'} ${code(discriminator)} is ${list}`;
}

/** Returns the field whose value distinguishes several objects. */
function discriminatorOf(objects: readonly (readonly Field[])[]): string | undefined {
  return objects[0]?.find(({ name }) => {
    const values = objects.map((object) => valuesIn(object, name));
    return values.every((of) => of.length > 0) && new Set(values.flat()).size === values.flat().length;
  })?.name;
}

function valuesIn(object: readonly Field[], name: string): readonly unknown[] {
  const { schema = {} } = object.find((field) => field.name === name) ?? {};
  return valuesOf(schema);
}

function valuesOf(schema: Schema): readonly unknown[] {
  return schema.enum ?? ('const' in schema ? [schema.const] : []);
}

function either(schemas: readonly Schema[]): Schema {
  const [first = {}] = schemas;
  const values = schemas.flatMap(valuesOf);
  if (schemas.length === 1 || values.length === 0) return first;
  const { const: _one, ...rest } = first;
  return { ...rest, enum: [...new Set(values)] };
}

function alternatives({ anyOf = [], oneOf = [], allOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf, ...allOf];
}

/** Formats the type of a field, for example `"credit"`, `"refuse"`, or string or null, or [Payin](#payin). */
export function typeOf(schema: Schema): string {
  const { $ref, type, items } = schema;
  if ($ref !== undefined) return refLink($ref);
  if (isErrorCode(schema)) return '[string](errors.md)';
  if (schema.enum !== undefined) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
  if ('const' in schema) return code(JSON.stringify(schema.const));
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (type !== undefined) return [type].flat().join(' or ') + bounds(schema);
  const names = alternatives(schema)
    .map(typeOf)
    .filter((name) => name !== '');
  return [...new Set(names)].join(' or ');
}

/** Returns true for an error code. The site's search must find the page of the error codes instead of these tables. */
function isErrorCode({ enum: values }: Schema): boolean {
  return values?.includes('invalid_signature') === true;
}

function bounds({ minimum, maximum, maxLength }: Schema): string {
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) return `, ${minimum} or more`;
  return maxLength === undefined ? '' : `, at most ${maxLength} characters`;
}

function described(schema: Schema): string {
  const { description = '', default: standard, examples = [] } = schema;
  const fallback = standard === undefined ? '' : `Default: ${code(JSON.stringify(standard))}.`;
  const [example] = isErrorCode(schema) ? [] : examples;
  const shown = example === undefined ? '' : `Example: ${code(JSON.stringify(example))}.`;
  return [description, fallback, shown].filter((part) => part !== '').join(' ');
}

/** Links `#/components/schemas/Payin` to the heading with this name. */
export function refLink(ref: string): string {
  const name = ref.split('/').at(-1) ?? ref;
  return `[${name}](#${name.toLowerCase()})`;
}
