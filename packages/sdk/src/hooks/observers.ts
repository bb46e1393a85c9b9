import { type InspectOptions, inspect } from 'node:util';

/** Converts a value to a string for a log. Never throws. */
export function inspected(value: unknown, options: InspectOptions = {}): string {
  try {
    return inspect(value, options);
  } catch {
    return `a ${typeof value} that cannot be shown`;
  }
}

interface WatcherWarning {
  readonly type: string;
  readonly who: string;
}

/**
 * A function of the application that surrounds a piece of work. The function must call `run` immediately. `run` never
 * rejects.
 */
export type Around<Event, End> = (event: Event, run: () => Promise<End>) => unknown;

/**
 * Runs the work inside the application's function, in that function's context. The function can neither replace, repeat
 * nor delay the work. If the function does not call `run` immediately, the work starts without the function.
 *
 * @param end creates the value that `run` resolves with
 */
export function callAround<T, Event, End>(
  around: Around<Event, End> | undefined,
  event: Event,
  work: { readonly run: () => Promise<T>; readonly end: (ended: PromiseSettledResult<T>) => End },
  warning: WatcherWarning,
): Promise<T> {
  let running: Promise<T> | undefined;
  let observed: Promise<End> | undefined;
  const once = () => (running ??= work.run());
  const ended = () => (observed ??= Promise.allSettled([once()]).then(([settled]) => work.end(settled)));
  if (around === undefined) return once();
  callWatcher(() => around(event, ended), event, warning);
  // The function is informed of the end of the work before the caller. Example: when a call returns, its span has
  // already ended.
  return ended().then(once, once);
}

/** Calls an observer of the application. Its error becomes a process warning and has no other effect. */
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
