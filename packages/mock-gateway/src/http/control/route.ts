import type { Controls } from '../../control/controls.ts';

/** What a route is given: its path parameter, the query, and the JSON body (undefined when there is none). */
export interface RouteInput {
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Unchecked<Part> = Part extends (...input: infer Input) => infer Answer
  ? (...input: { [Index in keyof Input]: unknown }) => Answer
  : { [Name in keyof Part]: Unchecked<Part[Name]> };

/** Control calls validate their own input, in process and over HTTP alike: what came goes to them as it came. */
export type UncheckedControls = Unchecked<Omit<Controls, 'events'>>;

/** A control call as it is reached over HTTP. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/_mock`; `:id` is one path segment. */
  readonly path: string;
  /** What it does, for the OpenAPI document. */
  readonly summary: string;
  /** 200 unless said otherwise; 204 answers no body. */
  readonly status?: 201 | 204;
  /** It answers of this gateway alone: also while what the gateways share cannot be reached. */
  readonly alwaysAnswers?: true;
  /** Where it hangs on what is answered. */
  readonly statusOf?: (answer: unknown) => number;
  readonly run: (controls: UncheckedControls, input: RouteInput) => unknown;
}
