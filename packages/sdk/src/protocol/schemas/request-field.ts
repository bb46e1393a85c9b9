import * as z from 'zod';
import type { PayType } from './fields.ts';
import { described } from './text.ts';

/** One parameter of a request. An empty value counts as absent (spec: Authentication 3). */
export interface RequestField<Code extends string> {
  /** Main name on the wire, for example `mchOrderNo`, or `client_ref` in v1. */
  readonly name: string;
  readonly alias?: string;
  /** True if every request of this kind requires the parameter. */
  readonly required?: true;
  /** Schema of a non-empty value, which is always a string. */
  readonly schema: z.ZodType<string, string>;
  /** Error code for a value that the schema rejects. */
  readonly code: Code;
  /** Purpose, unit and format, for the API description. */
  readonly description: string;
  /** An invented but valid value. */
  readonly example: string;
  /**
   * Kind of payout destination that this field belongs to. A destination requires all fields of its kind. The gateway
   * checks their values with the business rules, after idempotency (reading: order of checks 12).
   */
  readonly destination?: PayType;
  /** The part of a value that contains personal data. Logs hide this part. Default `none`. */
  readonly personal?: Personal;
}

/** Hidden part of a value: nothing, everything except the last four characters, or everything. */
export type Personal = 'none' | 'but-ending' | 'all';

/** A field of a destination. It must declare the personal part of its value. */
export type DestinationField<Code extends string, Kind extends PayType = PayType> = RequestField<Code> & {
  readonly destination: Kind;
  readonly personal: Personal;
  /**
   * True if the presence of the field determines the kind of a payout without `payType` (reading: Parameters, `payType`
   * omitted).
   */
  readonly tells: boolean;
};

type Shape<Fields extends readonly RequestField<string>[]> = {
  [F in Fields[number] as F['name']]: F extends { readonly required: true }
    ? F['schema']
    : z.ZodOptional<F['schema']>;
};

/** The parameters of a request, and one schema of all parameters by main name. */
export interface RequestTable<Fields extends readonly RequestField<string>[]> {
  /** The parameters in the order of the specification's table, with `sign` as the last. */
  readonly fields: readonly RequestField<Fields[number]['code']>[];
  /**
   * Schema that accepts unknown parameters. The signature covers these parameters, but the gateway ignores them
   * (reading: Parameters).
   */
  readonly schema: ReturnType<typeof z.looseObject<Shape<Fields>>>;
}

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
