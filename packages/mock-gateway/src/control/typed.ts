import type { z } from 'zod';
import type { ControlCall } from './call.ts';
import type { controlCalls } from './calls.ts';
import type { ControlResponse, ResponseName } from './responses/responses.ts';

type Calls = typeof controlCalls;
type CallIn<Entry> = Entry extends ControlCall ? Entry : Entry[keyof Entry];
type AnyCall = CallIn<Calls[keyof Calls]>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Method and path of each control call. */
export type ControlRouteName = AnyCall['route'];

/** The entry of a control call in the table. */
export type CallAt<Route extends ControlRouteName> = Extract<AnyCall, { readonly route: Route }>;

/** The paths of the control calls with this method. `:id` is one path segment. */
export type ControlPath<Verb extends Method> = ControlRouteName extends infer Route
  ? Route extends `${Verb} ${infer Path}`
    ? Path
    : never
  : never;

type CallOf<Verb extends Method, Path extends ControlPath<Verb>> = CallAt<
  `${Verb} ${Path}` & ControlRouteName
>;

/** Widens string literals to string, because the gateway validates the values. */
type Sent<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Sent<Value[Name]> }
      : Value;

type IdOf<Path> = Path extends `${string}:id${string}` ? { readonly id: string } : object;
type QueryOf<Call> = Call extends { readonly query?: infer Query extends z.ZodObject }
  ? [Query] extends [never]
    ? object
    : { readonly query?: { readonly [Name in keyof z.input<Query>]?: string | undefined } }
  : object;
type BodyOf<Call> = Call extends { readonly body?: { readonly schema: infer Body extends z.ZodType } }
  ? [Body] extends [never]
    ? object
    : { readonly body?: Sent<z.input<Body>> }
  : object;

/** Input of a control call: the `:id` of its path, its query and its body. */
export type ControlRequest<Verb extends Method, Path extends ControlPath<Verb>> = Path extends unknown
  ? IdOf<Path> & QueryOf<CallOf<Verb, Path>> & BodyOf<CallOf<Verb, Path>>
  : never;

/** Result of a control call, or undefined for a call that returns 204. */
export type ControlResult<Verb extends Method, Path extends ControlPath<Verb>> =
  CallOf<Verb, Path> extends infer Call
    ? Call extends { readonly response?: infer Name extends ResponseName }
      ? ControlResponse<Name>
      : undefined
    : never;

/** One page of a list. */
export interface ControlPage<Item> {
  /** Items of the page, in the order of the list. */
  readonly items: readonly Item[];
  /** `cursor` of the next page, or null on the last page. */
  readonly nextCursor: string | null;
  /** Number of rows that a text search compared before it stopped at its limit. The next page continues the search. */
  readonly stoppedAfter?: number | undefined;
}

/** The paths of calls that return a list. */
export type ControlListPath = {
  [Path in ControlPath<'GET'>]: ControlResult<'GET', Path> extends ControlPage<unknown> ? Path : never;
}[ControlPath<'GET'>];

/** An item of a list. */
export type ControlItem<Path extends ControlListPath> =
  ControlResult<'GET', Path> extends ControlPage<infer Item extends object> ? Item : never;
