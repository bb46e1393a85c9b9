import { useEffect, useState } from 'preact/hooks';
import { ApiError, type GetOptions, get, type Query } from './api.ts';
import { changed } from './store.ts';

/** The data or the error of the latest response. Before the first response, data and error are null. */
export interface Answered<T> {
  readonly data: T | null;
  readonly error: string | null;
}

/**
 * Fetches a URL of the control API, and repeats the request whenever the data may have changed.
 *
 * @param when fires when the data may have changed. Use `changedSlowly` for a long response
 * @param read fetches the response
 */
export function useAnswer<T>(
  path: string | null,
  query: Query = {},
  when = changed,
  read: (path: string, options: GetOptions) => Promise<T> = get,
): Answered<T> {
  const [answered, setAnswered] = useState<Answered<T> & { readonly of: string | null }>({
    of: null,
    data: null,
    error: null,
  });
  const key = path === null ? null : `${path}?${JSON.stringify(query)}`;
  const count = when.value;
  useEffect(() => {
    if (path === null || key === null) return;
    const asking = new AbortController();
    read(path, { query, signal: asking.signal }).then(
      (data) => setAnswered({ of: key, data, error: null }),
      (error: unknown) => {
        if (asking.signal.aborted) return;
        const isAway = error instanceof ApiError && error.status === 0;
        setAnswered((before) =>
          // While the gateway is unreachable, keep the last data. Example: for a form that the user is filling in.
          isAway && before.of === key && before.data !== null
            ? before
            : { of: key, data: null, error: String((error as Error).message) },
        );
      },
    );
    return () => asking.abort();
  }, [key, count]);
  // Do not show the response of another URL.
  return answered.of === key ? answered : { data: null, error: null };
}
