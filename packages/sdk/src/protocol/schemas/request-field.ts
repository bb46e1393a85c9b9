import * as z from 'zod';
import { described } from './text.ts';
import type { PayType } from './words.ts';

/** One parameter of a request. An empty value counts as absent (spec: Authentication 3). */
export interface RequestField<Code extends string> {
  /** Its main name on the wire, such as `mchOrderNo`, or `client_ref` in v1. */
  readonly name: string;
  /** The other name it may be sent under. */
  readonly alias?: string;
  /** Must be present in every request of this kind. */
  readonly required: boolean;
  /** What a value that is present must be; every value is text. */
  readonly schema: z.ZodType<string, string>;
  /** The error code for a value that the schema refuses. */
  readonly code: Code;
  /** What it is for, with its unit and shape: the text of the API description. */
  readonly description: string;
  /** A value that the schema takes; made up, nobody's account. */
  readonly example: string;
  /**
   * The kind of pay-out destination that it belongs to. Such a destination needs all its fields, and their values
   * are checked with the business rules, after idempotency (reading: order of checks 12).
   */
  readonly destination?: PayType;
  /** How much of a value is somebody's own, and is shown to nobody; `none` when it is left out. */
  readonly personal?: Personal;
}

/** Nothing of it, all but its ending (four characters tell one account from another), or all. */
export type Personal = 'none' | 'but-ending' | 'all';

/** A field of a destination has to say how much of it is the beneficiary's own: what is forgotten does not compile. */
export type DestinationField<Code extends string, Kind extends PayType = PayType> = RequestField<Code> & {
  readonly destination: Kind;
  readonly personal: Personal;
  /** Whether its presence tells the kind where `payType` is left out (reading: Parameters, `payType` omitted). */
  readonly tells: boolean;
};

type Shape<Fields extends readonly RequestField<string>[]> = {
  [F in Fields[number] as F['name']]: F['required'] extends true ? F['schema'] : z.ZodOptional<F['schema']>;
};

/** A request: its parameters one by one, and all of them as one schema, by their main names. */
export interface RequestTable<Fields extends readonly RequestField<string>[]> {
  /** In the order of the specification's table, `sign` last. */
  readonly fields: readonly RequestField<Fields[number]['code']>[];
  /** Takes unknown parameters too: they are signed and ignored (reading: Parameters). */
  readonly schema: ReturnType<typeof z.looseObject<Shape<Fields>>>;
}

/** Unknown parameters pass: they are signed and ignored (reading: Parameters). */
export function requestTable<const Fields extends readonly RequestField<string>[]>(
  fields: Fields,
): RequestTable<Fields> {
  const shape = Object.fromEntries(fields.map((field) => [field.name, property(field)]));
  return { fields, schema: z.looseObject(shape as Shape<Fields>) };
}

function property(field: RequestField<string>): z.ZodType {
  const alias = field.alias === undefined ? '' : ` Alias: \`${field.alias}\`.`;
  const schema = field.required ? field.schema : field.schema.optional();
  return described(schema, field.description + alias, field.example);
}
