/** Opens two instances on a fresh backend for each test. */
export type OpenEnds<Port> = () => Promise<readonly [one: Port, other: Port]>;

/** Alternates between both instances, so a test checks the counts that both share. */
export function* byTurns<Port>([one, other]: readonly [Port, Port]): Generator<Port, never> {
  for (;;) {
    yield one;
    yield other;
  }
}
