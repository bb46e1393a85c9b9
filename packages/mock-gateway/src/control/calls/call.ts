import type { z } from 'zod';
import type { ControlErrorCode } from '../../http/core/control-error.ts';
import type { Controls } from '../controls.ts';
import type { ControlResponse, ResponseName, Unchanging } from '../responses/responses.ts';

/** Unvalidated input of a call: the `:id` of its path, the query and the JSON body. */
interface CallInput<Query, Body> {
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
}

/** A control call without its method and path, which form its key in the table. */
export interface ControlCall<
  Name extends ResponseName = ResponseName,
  Other extends ResponseName = ResponseName,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Run = (controls: Controls, input: never) => unknown,
> {
  /** Summary for the OpenAPI document. */
  readonly summary: string;
  readonly query?: Query;
  readonly body?: { readonly schema: Body; readonly examples: Readonly<Record<string, object>> };
  /** Component of the response. A call without a component returns 204. */
  readonly response?: Name;
  /** Writes the JSON of a long response as parts, in steps between which other requests run. */
  readonly json?: (response: never) => Promise<readonly string[]>;
  /** Content type of a text response. The handler then returns the text instead of JSON. */
  readonly text?: string;
  /** HTTP status. Default 200. */
  readonly status?: 201;
  readonly otherwise?: {
    readonly status: number;
    readonly response: Other;
    when(response: ControlResponse<Name | Other>): boolean;
  };
  readonly refusals?: readonly ControlErrorCode[];
  readonly run: Run;
}

type Returned<Name extends ResponseName> = [Name] extends [never] ? unknown : ControlResponse<Name>;

/** Type that requires a handler to return exactly the fields of its response. */
type Whole<Result, Name extends ResponseName> = [Returned<Name>] extends [Unchanging<Result>]
  ? unknown
  : [Name] extends [never]
    ? unknown
    : 'the handler returns more than its response describes';

/** Defines a call. The schemas and the response component determine the types of the handler. */
export function call<
  const Name extends ResponseName = never,
  const Other extends ResponseName = never,
  Query extends z.ZodObject = never,
  Body extends z.ZodType = never,
  Result extends Returned<Name | Other> = Returned<Name | Other>,
>(
  one: ControlCall<
    Name,
    Other,
    Query,
    Body,
    (controls: Controls, input: CallInput<z.input<Query>, z.input<Body>>) => Result | Promise<Result>
  > &
    Whole<Result, Name | Other>,
): ControlCall<Name, Other, Query, Body> {
  return one;
}
