/**
 * Mistakes of several gateways on one backend. The simulation must find each of them. `from` is slightly below a seed
 * that finds the mistake.
 */
export const plantable = [
  /** A gateway that starts releases the running deliveries of other instances. */
  { name: 'start takes live leases', from: 50 },
  /** A claim includes a callback whose delivery is running. */
  { name: 'claims what is claimed', from: 1 },
  { name: 'leases by the gateway’s clock', from: 24 },
  { name: 'leases are not renewed', from: 7 },
  /** No gateway searches for the unfinished work of a dead gateway. */
  { name: 'wake-ups alone', from: 559 },
  { name: 'clock loaded once', from: 3 },
  { name: 'clock without version', from: 1225 },
  /** After a long silence, a gateway continues to step a clock that another gateway has moved. */
  { name: 'a stale step of the clock', from: 316 },
  /** A gateway shows the time of a step although the other gateways have moved on. */
  { name: 'a clock held for too long', from: 124 },
  { name: 'limits per process', from: 1 },
  { name: 'faults per process', from: 0 },
  { name: 'settings without turn or version', from: 18 },
  { name: 'an advance waits only for its own deliveries', from: 13 },
  { name: 'a finish without fence', from: 45 },
  { name: 'a commit of before a reset', from: 128 },
] as const;

export type Planted = (typeof plantable)[number]['name'];
