import { controlRoutes } from './calls/calls.ts';
import type { Controls } from './controls.ts';

/** Control calls that return their result synchronously, from the state of this instance only. */
const immediate = ['clock.get', 'events'];
const ofThisGateway = controlRoutes.flatMap(({ alwaysAnswers, path }) =>
  alwaysAnswers ? [path.slice('/'.length)] : [],
);
const local: ReadonlySet<string> = new Set([...immediate, ...ofThisGateway]);

/**
 * Control calls of a gateway with a shared backend. Each call first loads the changes of other instances, as the same
 * call over HTTP does.
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
