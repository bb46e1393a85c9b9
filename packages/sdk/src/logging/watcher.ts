import { inspected } from './inspected.ts';

/** The process warning for a failed observer. */
interface WatcherWarning {
  /** Type of the warning. */
  readonly type: string;
  /** Name of the failed observer. */
  readonly who: string;
}

/** A function of the application that surrounds a piece of work. It calls `run` at once, which never rejects. */
export type Around<Event, End> = (event: Event, run: () => Promise<End>) => unknown;

/**
 * Does the work inside of the function that surrounds it, so that the work runs in that function's context. The function
 * can neither replace, repeat nor delay the work: if it does not call `run` at once, the work starts without it.
 *
 * @param end arguments of the function for the work's result; none for work that fails unexpectedly
 */
export function callAround<T, Event, End>(
  around: Around<Event, End> | undefined,
  event: Event,
  work: { readonly run: () => Promise<T>; readonly end: (ended: PromiseSettledResult<T>) => End },
  warning: WatcherWarning,
): Promise<T> {
  let running: Promise<T> | undefined;
  const once = () => (running ??= work.run());
  const ended = async () => work.end((await Promise.allSettled([once()]))[0]);
  if (around !== undefined) callWatcher(() => around(event, ended), event, warning);
  return once();
}

/**
 * Calls an observer function of the application. An error that it throws or rejects with becomes a process warning
 * and has no other effect.
 */
export function callWatcher<E>(
  watcher: (event: E) => unknown,
  event: E,
  { type, who }: WatcherWarning,
): void {
  const warn = (thrown: unknown) => process.emitWarning(`${who} threw: ${inspected(thrown)}`, type);
  try {
    Promise.resolve(watcher(event)).catch(warn);
  } catch (thrown) {
    warn(thrown);
  }
}
