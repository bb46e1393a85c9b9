import { controlRoutes } from './calls/calls.ts';
import type { Controls } from './controls.ts';

/** Synchronous calls, which use only the state of this instance. */
const immediate = ['clock.get', 'events'];
const ofThisGateway = controlRoutes.flatMap(({ alwaysAnswers, path }) =>
  alwaysAnswers ? [path.slice('/'.length)] : [],
);
const local: ReadonlySet<string> = new Set([...immediate, ...ofThisGateway]);

/**
 * Control calls of a gateway with a shared backend. Each call first loads the changes of other instances, as over HTTP.
 */
export function synchronized(controls: Controls, synchronize: (() => Promise<void>) | undefined): Controls {
  if (synchronize === undefined) return controls;
  const behind = (part: unknown, name: string): unknown => {
    if (local.has(name)) return part;
    if (typeof part === 'function') {
      return async (...all: unknown[]) => {
        await synchronize();
        return part(...all);
      };
    }
    const calls = Object.entries(part as object);
    return Object.fromEntries(
      calls.map(([call, inner]) => [call, behind(inner, name === '' ? call : `${name}.${call}`)]),
    );
  };
  return behind(controls, '') as Controls;
}
