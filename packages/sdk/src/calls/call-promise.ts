import type { AttemptEndEvent } from './hooks.ts';

/** The answer that a call succeeded with, and how it got there. */
export interface CallResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the answer. */
  readonly headers: Headers;
  /** Every attempt of the call, the successful one last. */
  readonly attempts: readonly AttemptEndEvent[];
}

/** What a call answers, with the answer it came in. */
export interface WithResponse<T> {
  /** What the call itself resolves to. */
  readonly data: T;
  /** The answer it came in, and how it got there. */
  readonly response: CallResponse;
}

/** What every call returns: the promise of its result, which can also be asked for the answer around it. */
export interface CallPromise<T> extends Promise<T> {
  /**
   * The result together with status, headers and attempts. The call is made once, whichever of the two is awaited,
   * and rejects the same way.
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** The promise of a call that is under way. */
export function callPromise<T>(call: Promise<WithResponse<T>>): CallPromise<T> {
  const data = call.then((result) => result.data);
  const withResponse = () => {
    // Whoever asks for the response hears of a failure there; the other promise need not be looked at.
    data.catch(() => undefined);
    return call.then((result) => result);
  };
  return Object.assign(data, { withResponse });
}
