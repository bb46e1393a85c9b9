/** Two gateways' ends of one backend, and what opens them: a fresh backend for each test. */
export type OpenEnds<Port> = () => Promise<readonly [one: Port, other: Port]>;

/** Alternates between both ends, so that a test sees their common counts. */
export function* byTurns<Port>([one, other]: readonly [Port, Port]): Generator<Port, never> {
  for (;;) {
    yield one;
    yield other;
  }
}
