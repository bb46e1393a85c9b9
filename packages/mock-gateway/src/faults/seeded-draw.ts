/** Draws numbers from 0 up to, but excluding, 1. */
export type Draw = () => number;

/** Creates a mulberry32 generator: the same seed results in the same numbers. Its 32 bits of state are too few for secrets. */
export function seededDraw(seed: number): Draw {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
