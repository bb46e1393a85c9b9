import { shown } from './shown.ts';

/** The warning that a failure of a watcher becomes. */
interface TellWarning {
  /** The type of the process warning. */
  readonly type: string;
  /** Who failed. */
  readonly who: string;
}

/** Tells one who only watches. What it throws, at once or later, is a process warning and touches nothing else. */
export function tell<E>(watcher: (event: E) => unknown, event: E, { type, who }: TellWarning): void {
  const warn = (thrown: unknown) => process.emitWarning(`${who} threw: ${shown(thrown)}`, type);
  try {
    Promise.resolve(watcher(event)).catch(warn);
  } catch (thrown) {
    warn(thrown);
  }
}
