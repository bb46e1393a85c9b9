import type { AttemptEndEvent } from './hooks.ts';

/** The successful response of a call, with all attempts. */
export interface CallResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: Headers;
  /** Every attempt of the call. The last one is the successful one. */
  readonly attempts: readonly AttemptEndEvent[];
}

/** The result of a call together with its response. */
export interface WithResponse<T> {
  /** The result of the call. */
  readonly data: T;
  /** The response, with all attempts of the call. */
  readonly response: CallResponse;
}

/** Promise of a call's result. `withResponse()` also returns the response. */
export interface CallPromise<T> extends Promise<T> {
  /**
   * Resolves to the result with status, headers and attempts. The client makes one call, even if you await the call and
   * `withResponse()`. In case of an error, both promises reject with the same error.
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** The promise of a running call. */
export function callPromise<T>(call: Promise<WithResponse<T>>): CallPromise<T> {
  const data = call.then((result) => result.data);
  const withResponse = () => {
    // A caller of withResponse() handles the failure, so the data promise must not become an unhandled rejection.
    data.catch(() => undefined);
    return call.then((result) => result);
  };
  return Object.assign(data, { withResponse });
}
