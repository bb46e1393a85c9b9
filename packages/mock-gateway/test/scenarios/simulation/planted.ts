/**
 * Mistakes that several gateways on one backend can be built with; each is found by the simulation. `from` is a seed close
 * below one that finds it.
 */
export const plantable = [
  /** A start gives back what others deliver. */
  { name: 'start takes live leases', from: 50 },
  /** A claim takes what is being delivered already. */
  { name: 'claims what is claimed', from: 1 },
  { name: 'leases by the gateway’s clock', from: 76 },
  { name: 'leases are not renewed', from: 7 },
  /** No gateway searches for the work of a dead one. */
  { name: 'wake-ups alone', from: 70 },
  { name: 'clock loaded once', from: 3 },
  { name: 'clock without version', from: 1225 },
  /** A gateway that was silent for too long goes on stepping the clock that others have moved since. */
  { name: 'a stale step of the clock', from: 308 },
  /** It continues to show the time at which it stands, although the other gateways have moved on. */
  { name: 'a clock held for too long', from: 115 },
  { name: 'limits per process', from: 1 },
  { name: 'faults per process', from: 0 },
  { name: 'settings without turn or version', from: 18 },
  { name: 'an advance waits only for its own deliveries', from: 13 },
  { name: 'a finish without fence', from: 45 },
  { name: 'a commit of before a reset', from: 128 },
] as const;

export type Planted = (typeof plantable)[number]['name'];
