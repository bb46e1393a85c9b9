import type { z } from 'zod';
import type { ControlErrorCode } from '../../http/core/control-error.ts';
import type { Controls } from '../controls.ts';
import type { ControlResponse, ResponseName, Unchanging } from '../responses/responses.ts';

/** What a call is given: the `:id` of its path, the query, and the JSON body. The control call itself validates them. */
interface CallInput<Query, Body> {
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
}

/** A control call: what its key, method and path, does not say. */
export interface ControlCall<
  Name extends ResponseName = ResponseName,
  Other extends ResponseName = ResponseName,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Run = (controls: Controls, input: never) => unknown,
> {
  /** What it does, for the OpenAPI document. */
  readonly summary: string;
  readonly query?: Query;
  readonly body?: { readonly schema: Body; readonly examples: Readonly<Record<string, object>> };
  /** The component that describes its response; a call without one responds with 204. */
  readonly response?: Name;
  /** The content type of a response that is text instead of JSON; the handler returns the text. */
  readonly text?: string;
  /** 200 unless said otherwise. */
  readonly status?: 201;
  /** The response where it is not the usual one. */
  readonly otherwise?: {
    readonly status: number;
    readonly response: Other;
    when(response: ControlResponse<Name | Other>): boolean;
  };
  /** Refusals of its own, besides those that its path, query and body bring. */
  readonly refusals?: readonly ControlErrorCode[];
  /** It responds for this instance only, without synchronizing first: also while the shared store cannot be reached. */
  readonly alwaysAnswers?: true;
  readonly run: Run;
}

type Returned<Name extends ResponseName> = [Name] extends [never] ? unknown : ControlResponse<Name>;

/** Holds for a handler that returns all of its response, and nothing more. */
type Whole<Result, Name extends ResponseName> = [Returned<Name>] extends [Unchanging<Result>]
  ? unknown
  : [Name] extends [never]
    ? unknown
    : 'the handler returns more than its response describes';

/** A call whose handler takes what its schemas accept, and returns what its response component describes. */
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
