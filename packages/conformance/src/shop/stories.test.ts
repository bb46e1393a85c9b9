import { describe, expect, it } from 'vitest';
import { diagnosisOf } from './causes.ts';
import type { Step, Story } from './step.ts';
import { expectedCredit, type Loss, lossOf } from './step.ts';
import { checkSeed, motifs, newSeed, shrunk, storyOf } from './stories.ts';

const storiesOf = (seed: number, count = 200) =>
  Array.from({ length: count }, (_, index) => storyOf(seed, index));

describe('the stories of a seed', () => {
  it('the stories of a seed are the same in 100 draws', () => {
    const first = JSON.stringify(storiesOf(48_213));
    for (let time = 0; time < 100; time++) expect(JSON.stringify(storiesOf(48_213))).toBe(first);
  });

  it('the stories of a seed begin with the known races and continue with stories that differ for each seed', () => {
    expect(storiesOf(1).slice(0, motifs.length)).toEqual(motifs);
    const drawn = (seed: number) => JSON.stringify(storiesOf(seed).slice(motifs.length));
    const different = new Set([0, 1, 2, 2 ** 32 - 1, 2 ** 32, 10_000_000_001].map(drawn));
    expect(different.size).toBe(6);
  });

  it('the stories of a seed contain each kind of step with each possible value', () => {
    const values = (story: Story) => story.map((step) => JSON.stringify({ ...step, at: undefined }));
    const seen = new Set(storiesOf(3, 600).flatMap(values));
    for (const call of ['create', 'query']) {
      for (const fault of ['hold', 'lose-request', 'lose-response']) {
        expect(seen).toContain(JSON.stringify({ do: 'fault', call, fault }));
      }
    }
    for (const fate of ['delivered', 'lost', 'unacknowledged', 'twice', 'at-once', 'with-return']) {
      expect(seen).toContain(JSON.stringify({ do: 'callback', event: 'success', fate }));
    }
    for (const part of ['full', 'short', 'over']) expect(seen).toContain(JSON.stringify({ do: 'pay', part }));
    for (const by of ['2m', '31m']) expect(seen).toContain(JSON.stringify({ do: 'clock', by }));
    for (const name of ['fail', 'return', 'kill', 'start', 'release', 'order']) {
      expect(seen).toContain(JSON.stringify({ do: name }));
    }
  });

  it('the stories of a seed kill the shop at moments throughout a request', () => {
    const moments = storiesOf(5, 600)
      .flat()
      .flatMap((step) => (step.do === 'crash' ? [step.at] : []));
    expect(new Set(moments.map((at) => Math.floor(at / 10))).size).toBe(11);
    expect(Math.max(...moments)).toBe(100);
  });
});

describe('a shortened story', () => {
  const has = (story: Story, wanted: Partial<Step>) =>
    story.some((step) => Object.entries(wanted).every(([name, value]) => step[name as keyof Step] === value));

  const isPartOf = (needed: Story, story: Story) => {
    const left = needed.map((step) => JSON.stringify(step));
    for (const step of story) if (JSON.stringify(step) === left[0]) left.shift();
    return left.length === 0;
  };

  it('a shortened story contains only the steps that cause the loss', async () => {
    for (let index = motifs.length; index < 200; index++) {
      const story = storyOf(11, index);
      const needed = story.filter((_, at) => at % 3 === 0);
      const fails = async (shorter: Story) => isPartOf(needed, shorter);
      const shortest = await shrunk(story, fails);
      expect(shortest).toEqual(needed);
    }
  });

  it('a shortened story replaces a step with a simpler step of the same kind if the failure remains', async () => {
    const story: Story = [
      { do: 'order' },
      { do: 'pay', part: 'over' },
      { do: 'clock', by: '31m' },
      { do: 'callback', event: 'success', fate: 'twice' },
      { do: 'crash', during: 'success', at: 37 },
    ];
    const names = async (shorter: Story) => story.every((step) => has(shorter, { do: step.do }));
    expect(await shrunk(story, names)).toEqual([
      { do: 'order' },
      { do: 'pay', part: 'full' },
      { do: 'clock', by: '2m' },
      { do: 'callback', event: 'success', fate: 'delivered' },
      { do: 'crash', during: 'success', at: 100 },
    ]);
  });

  it('a shortened story separates the return page from the callback if the loss remains', async () => {
    const story: Story = [{ do: 'callback', event: 'success', fate: 'with-return' }];
    const both = async (shorter: Story) => has(shorter, { do: 'return' }) && has(shorter, { do: 'callback' });
    expect(await shrunk(story, both)).toEqual([
      { do: 'return' },
      { do: 'callback', event: 'success', fate: 'delivered' },
    ]);
  });

  it('a story is shortened after a bounded number of runs', async () => {
    const story = Array.from({ length: 400 }, (): Step => ({ do: 'return' }));
    let runs = 0;
    await shrunk(story, async () => {
      runs += 1;
      return runs % 2 === 0;
    });
    expect(runs).toBeLessThan(200);
  });
});

describe('a seed', () => {
  it('a seed drawn by inrgate is valid', () => {
    expect(() => checkSeed(newSeed())).not.toThrow();
  });

  it.each([0, 7, 2 ** 32 - 1])('the seed %d is valid in each version', (seed) => {
    expect(() => checkSeed(seed)).not.toThrow();
  });

  it.each([20_000_000_001, 2 ** 32, 999_999_999_999])(
    'checkSeed rejects the seed %d of another version',
    (seed) => {
      expect(() => checkSeed(seed)).toThrow(/is from another version of inrgate/);
    },
  );

  it.each([-1, 1.5, Number.NaN, 2 ** 60])('checkSeed rejects the invalid seed %d', (seed) => {
    expect(() => checkSeed(seed)).toThrow(/use a whole number of at least 0/);
  });
});

describe('a credit', () => {
  it.each([
    [{ count: 1, amount: 50_037n }, 50_037n, null],
    [{ count: 0, amount: 0n }, null, null],
    [{ count: 2, amount: 100_074n }, 50_037n, 'credited_twice'],
    [{ count: 2, amount: 50_037n }, 50_037n, 'credited_twice'],
    [{ count: 0, amount: 0n }, 50_037n, 'not_credited'],
    [{ count: 1, amount: 50_037n }, 40_000n, 'wrong_amount'],
    [{ count: 1, amount: 50_037n }, null, 'credited_unpaid'],
    [{ count: 0, amount: 1n }, null, 'credited_unpaid'],
  ])('the loss of a credit of %o for a payment of %s is %s', (credit, paid, loss) => {
    expect(lossOf(credit, paid)).toBe(loss);
  });

  it('the expected credit is not a loss', () => {
    for (const paid of [null, 1n]) expect(lossOf(expectedCredit(paid), paid)).toBeNull();
  });
});

it('the diagnosis of each loss contains a fix', () => {
  const losses: readonly Loss[] = ['credited_twice', 'not_credited', 'wrong_amount', 'credited_unpaid'];
  for (const story of [[], ...storiesOf(1)]) {
    for (const loss of losses) expect(diagnosisOf(loss, story).fix).toMatch(/\.$/);
  }
});

it.each([
  [
    'credited_twice',
    [{ do: 'callback', event: 'success', fate: 'with-return' }],
    /return page and the callback run/,
  ],
  ['credited_twice', [{ do: 'kill' }], /only in memory/],
  ['not_credited', [{ do: 'crash', during: 'success', at: 50 }], /mark is stored before the credit/],
  ['not_credited', [{ do: 'clock', by: '31m' }], /late payment/],
  ['not_credited', [{ do: 'kill' }, { do: 'pay', part: 'full' }], /only in memory, or cancels them/],
  [
    'not_credited',
    [{ do: 'callback', event: 'success', fate: 'delivered' }, { do: 'kill' }],
    /responds with success before/,
  ],
  ['not_credited', [{ do: 'return' }, { do: 'pay', part: 'full' }], /return page closes/],
  [
    'not_credited',
    [{ do: 'fault', call: 'query', fault: 'hold' }, { do: 'return' }],
    /older than the callback/,
  ],
  ['not_credited', [{ do: 'fault', call: 'create', fault: 'lose-response' }], /under another order number/],
  ['wrong_amount', [{ do: 'pay', part: 'short' }], /amount of the order/],
  ['credited_unpaid', [{ do: 'return' }], /return page credits/],
] as const)('the diagnosis of %s with the steps %o names the cause', (loss, story, cause) => {
  expect(diagnosisOf(loss, story).cause).toMatch(cause);
});
