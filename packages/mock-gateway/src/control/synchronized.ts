import { controlRoutes } from './calls/calls.ts';
import type { Controls } from './controls.ts';

/** What answers at once, without a promise: it tells what this gateway knows. */
const immediate = ['clock.get', 'events'];
const ofThisGateway = controlRoutes.flatMap(({ alwaysAnswers, path }) =>
  alwaysAnswers ? [path.slice('/'.length)] : [],
);
const local: ReadonlySet<string> = new Set([...immediate, ...ofThisGateway]);

/**
 * The control calls as methods of a gateway that others share a backend with: each is answered from what they have done by
 * then, as it is over HTTP.
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
