import { inspected } from './inspected.ts';

/** The process warning that a failure of a watcher becomes. */
interface WatcherWarning {
  /** The type of the warning. */
  readonly type: string;
  /** Who failed. */
  readonly who: string;
}

/**
 * Calls a function of the application that only watches. What it throws, at once or later, is a process warning and
 * touches nothing else.
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
