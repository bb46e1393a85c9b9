import type { Controls } from './controls.ts';

type Call<Parameters extends never[], Result> = (...all: Parameters) => Promise<Result>;

/**
 * The control calls as methods of a gateway that others share a backend with: each is answered from what they have done by
 * then, as it is over HTTP. What answers at once, without a promise, tells what this gateway knows.
 */
export function caughtUp(controls: Controls, catchUp: (() => Promise<void>) | undefined): Controls {
  if (catchUp === undefined) return controls;
  const behind =
    <Parameters extends never[], Result>(call: Call<Parameters, Result>): Call<Parameters, Result> =>
    async (...all) => {
      await catchUp();
      return call(...all);
    };
  const each = <Calls extends Readonly<Record<string, Call<never[], unknown>>>>(calls: Calls): Calls =>
    Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, behind(call)])) as Calls;
  const { health, ready, events, instances, overview, reset, clock, ...kinds } = controls;
  const { get, ...moves } = clock;
  return {
    health,
    ready,
    instances: each(instances),
    overview: behind(overview),
    reset: behind(reset),
    clock: { get, ...each(moves) },
    settings: each(kinds.settings),
    merchants: each(kinds.merchants),
    payins: each(kinds.payins),
    links: each(kinds.links),
    payouts: each(kinds.payouts),
    callbacks: each(kinds.callbacks),
    faults: each(kinds.faults),
    locks: each(kinds.locks),
    requests: each(kinds.requests),
    ledger: each(kinds.ledger),
    events,
  };
}
