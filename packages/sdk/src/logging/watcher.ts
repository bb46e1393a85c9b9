import { inspected } from './inspected.ts';

/** The process warning for a failed observer. */
interface WatcherWarning {
  /** Type of the warning. */
  readonly type: string;
  /** Name of the failed observer. */
  readonly who: string;
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
