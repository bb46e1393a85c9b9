import { explainSignature } from '@inrgate/sdk/doctor';
import { expect } from 'vitest';
import { casesOf } from './cases.ts';
import { draws } from './generator.ts';
import { type WrongClient, wrongClients } from './wrong-clients.ts';

type Pair = readonly [WrongClient, WrongClient];

/** Returns all pairs of mistakes at different stages, with one client for each mistake. */
export function composablePairs(): readonly Pair[] {
  const first = new Map(
    wrongClients
      .filter(({ name }) => !name.endsWith('of the file'))
      .toReversed()
      .map((client) => [client.id, client]),
  );
  const all = [...first.values()];
  return all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => Object.keys(one.does).every((step) => !(step in other.does)))
      .map((other): Pair => [one, other]),
  );
}

/** Returns the number of pairs and cases in which the doctor named both mistakes, and the other pairs. */
export function measured(pairs: readonly Pair[], each: number) {
  let cases = 0;
  let named = 0;
  const others: string[] = [];
  for (const [at, pair] of pairs.entries()) {
    const expected = pair.map(({ id }) => id).sort();
    for (const { parameters, options } of casesOf(pair, draws(at), each)) {
      const { mistakes } = explainSignature(parameters, options);
      const ids = mistakes.map(({ id }) => id).sort();
      cases += 1;
      if (ids.join() === expected.join()) named += 1;
      else
        others.push(
          `${pair.map(({ id, name }) => `${id} (${name})`).join(' + ')}: ${ids.join(' + ') || 'unexplained'}`,
        );
    }
  }
  return { cases, named, others };
}

/** Expects that the doctor names the mistakes of every `step`-th pair. */
export function expectPairsNamed(step: number): void {
  const pairs = composablePairs().filter((_, at) => at % step === 0);
  const { cases, named, others } = measured(pairs, 1);
  expect(cases).toBeGreaterThan(pairs.length * 0.9);
  expect(named / cases, others.join('\n')).toBeGreaterThanOrEqual(0.95);
}
