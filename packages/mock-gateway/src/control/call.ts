import type { z } from 'zod';
import type { ControlErrorCode } from '../http/core/control-error.ts';
import type { ControlGateway } from './control-gateway.ts';
import { parseInput } from './input.ts';
import type { ControlResponse, ResponseName, Unchanging } from './responses/responses.ts';

/** Parsed input of a call: the `:id` of its path, the query and the body. */
export interface CallInput<Query = unknown, Body = unknown> {
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
}

/** A control call: everything that HTTP, the OpenAPI document, the clients and the in-process methods need. */
export interface ControlCall<
  Route extends string = string,
  Name extends ResponseName = ResponseName,
  Other extends ResponseName = ResponseName,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Result = unknown,
> {
  /** Method and path below `/_mock`. `:id` is one path segment. */
  readonly route: Route;
  /** Summary for the OpenAPI document. */
  readonly summary: string;
  readonly query?: Query;
  readonly body?: { readonly schema: Body; readonly examples: Readonly<Record<string, object>> };
  /** Component of the response. A call without a component returns 204. */
  readonly response?: Name;
  /** Writes the JSON of a long response as parts, in steps between which other requests run. */
  json?(result: unknown): Promise<readonly string[]>;
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
  /** Converts the result for HTTP, if the response differs from the in-process result. */
  shown?(result: unknown, query: unknown): unknown;
  run(gateway: ControlGateway, input: CallInput): Result;
}

type Returned<Name extends ResponseName> = [Name] extends [never] ? unknown : ControlResponse<Name>;

/** Type that requires a handler to return exactly the fields of its response. */
type Whole<Result, Name extends ResponseName> = [Returned<Name>] extends [Unchanging<Awaited<Result>>]
  ? unknown
  : [Name] extends [never]
    ? unknown
    : 'the handler returns more than its response describes';

type Facts<Call extends ControlCall> = Omit<Call, 'run' | 'shown'>;
type Run<Query, Body, Result> = (gateway: ControlGateway, input: CallInput<Query, Body>) => Result;

/** Defines a call. The schemas and the response component determine the types of the handler. */
export function call<
  const Route extends string,
  const Name extends ResponseName = never,
  const Other extends ResponseName = never,
  Query extends z.ZodObject = never,
  Body extends z.ZodType = never,
  Result extends Returned<Name | Other> | Promise<Returned<Name | Other>> = Returned<Name | Other>,
>(
  one: Facts<ControlCall<Route, Name, Other, Query, Body>> & {
    readonly run: Run<z.output<Query>, z.output<Body>, Result>;
  } & Whole<Result, Name | Other>,
): ControlCall<Route, Name, Other, Query, Body, Result> {
  return one as unknown as ControlCall<Route, Name, Other, Query, Body, Result>;
}

/** Defines a call whose HTTP response differs from its in-process result. */
export function shownCall<
  const Route extends string,
  const Name extends ResponseName,
  Query extends z.ZodObject,
  Result,
  Body extends z.ZodType = never,
>(
  one: Facts<ControlCall<Route, Name, never, Query, Body>> & {
    readonly run: Run<z.output<Query>, z.output<Body>, Promise<Result>>;
    readonly shown: (result: Result, query: z.output<Query>) => Returned<Name>;
  },
): ControlCall<Route, Name, never, Query, Body, Promise<Result>> {
  return one as unknown as ControlCall<Route, Name, never, Query, Body, Promise<Result>>;
}

/** Parses the query and the body of a call, before anything else happens. */
export function parseCall(
  { query, body }: ControlCall,
  given: { readonly id?: string; readonly query?: unknown; readonly body?: unknown },
): CallInput {
  return {
    id: given.id ?? '',
    query: query && parseInput(query, given.query),
    body: body && parseInput(body.schema, given.body),
  };
}
