/** A part of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI Example Object. */
export interface Example {
  readonly summary: string;
  readonly description?: string;
  readonly value: unknown;
}

/** Examples by name. */
export type Examples = Readonly<Record<string, Example>>;

type ComponentKind = 'examples' | 'headers' | 'requestBodies' | 'responses' | 'schemas';

/** A reference to a component of the same document. */
export function ref(kind: ComponentKind, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

export const jsonType = 'application/json';
export const formType = 'application/x-www-form-urlencoded';

export function mapValues<Name extends string, From, To>(
  object: Readonly<Record<Name, From>>,
  change: (value: From, name: Name) => To,
): Record<Name, To> {
  const entries = Object.entries(object) as [Name, From][];
  return Object.fromEntries(entries.map(([name, value]) => [name, change(value, name)])) as Record<Name, To>;
}
