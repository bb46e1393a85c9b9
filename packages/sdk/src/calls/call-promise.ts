import type { AttemptEndEvent } from './hooks.ts';

/** The successful response of a call, and the attempts that led to it. */
export interface CallResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: Headers;
  /** Every attempt of the call, the successful one last. */
  readonly attempts: readonly AttemptEndEvent[];
}

/** The result of a call together with its response. */
export interface WithResponse<T> {
  /** The result of the call. */
  readonly data: T;
  /** The response, and the attempts that led to it. */
  readonly response: CallResponse;
}

/** Promise of a call's result, which also gives access to the response. */
export interface CallPromise<T> extends Promise<T> {
  /**
   * Resolves to the result with status, headers and attempts. The client makes the call once, whichever of the two
   * promises you await. Both reject with the same error.
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** The promise of a running call. */
export function callPromise<T>(call: Promise<WithResponse<T>>): CallPromise<T> {
  const data = call.then((result) => result.data);
  const withResponse = () => {
    // A caller of withResponse() gets the failure there, so the other promise must not be an unhandled rejection.
    data.catch(() => undefined);
    return call.then((result) => result);
  };
  return Object.assign(data, { withResponse });
}
