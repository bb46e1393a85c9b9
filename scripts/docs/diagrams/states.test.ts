import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../site/pages.ts';
import { draw, places } from './draw.ts';
import { payinTransitions, payoutTransitions } from './states.ts';

it.each([
  ['payin', 'The states of a pay-in', payinTransitions()],
  ['payout', 'The states of a payout', payoutTransitions()],
] as const)(
  'the diagram of the states of a %s matches the file that vitest -u draws',
  async (name, title, transitions) => {
    const picture = draw(title, transitions, places[name]);
    await expect(picture).toMatchFileSnapshot(path.join(root, `docs/explanation/states-${name}.svg`));
  },
);

it('the gateway allows exactly the transitions of the state diagrams', () => {
  const told = (transitions: ReturnType<typeof payinTransitions>) =>
    transitions.map(({ from, by, to }) => `${from} ${by} ${to}`).sort();
  expect(told(payinTransitions())).toEqual([
    'expired pay success',
    'failed pay success',
    'pending fail failed',
    'pending pay success',
    'pending time expired',
  ]);
  expect(told(payoutTransitions())).toEqual([
    'pending approve processing',
    'pending cancel failed',
    'pending reject failed',
    'processing cancel failed',
    'processing complete success',
    'processing reject failed',
  ]);
});
