import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Result } from './compare.ts';
import { benchmarksPage, type Measured } from './document.ts';
import { type Charts, growthPlot, ratiosPlot } from './plots.ts';

const results: readonly Result[] = [
  {
    name: 'creates, against others',
    unit: 'requests/s',
    wanted: { atLeast: 0.75 },
    met: false,
    entrants: [
      { name: 'gateway', figure: 4012.3, ratio: 1 },
      { name: 'Express', figure: 8000, ratio: 0.5015 },
      { name: 'Prism', figure: 0.12345, ratio: 32_501 },
    ],
  },
  {
    name: 'starting, against an empty server',
    unit: 'ms',
    wanted: { atMost: 2 },
    met: true,
    entrants: [
      { name: 'gateway', figure: 450, ratio: 1 },
      { name: 'empty', figure: 300, ratio: 1.5 },
    ],
  },
];

const measured: Measured = {
  results,
  growth: [
    {
      store: 'in a file',
      measures: [
        {
          name: 'memory',
          unit: 'MB',
          points: [
            { orders: 1_000, value: 112.34 },
            { orders: 1_000_000, value: 130 },
          ],
        },
      ],
    },
  ],
  machine: {
    cores: 2,
    model: 'Some Processor',
    node: '24.21.0',
    from: '2026-11-22 13:00',
    to: '2026-11-22 13:30',
    load: [0.5, 12.345],
  },
};

it('the benchmark page shows the machine, and the peer, ratio, target and result of each comparison', () => {
  const page = benchmarksPage(measured);
  expect(page).toContain(
    `| benchmark | inrgate | peer | figure of the peer | ratio | target | result |
| --- | --- | --- | --- | --- | --- | --- |
| creates, against others | 4,010 requests/s | Express | 8,000 | 0.50 | 0.75 or more | **not met** |
|  |  | Prism | 0.123 | 32501.00 |  |  |
| starting, against an empty server | 450 ms | empty | 300 | 1.50 | 2 or less | met |
`,
  );
  expect(page).toContain('1 of 2 benchmarks meet their target.');
  expect(page).toContain(
    `### A gateway in a file

| number of orders | 1,000 | 1,000,000 |
| --- | --- | --- |
| memory, MB | 112 | 130 |

![A gateway in a file, by the number of orders](benchmarks-growth-file.svg)
`,
  );
  expect(page).toMatch(
    /2 cores of Some Processor, Node 24\.21\.0, from 2026-11-22 13:00 to 2026-11-22 13:30 UTC/,
  );
  expect(page).toContain('0.5 to 12.3');
});

interface Option {
  readonly yAxis: { readonly data: readonly string[] };
  readonly series: { readonly data: readonly { readonly value: number }[] } | readonly object[];
}

/** Replaces ECharts, which is installed only for a benchmark. Records the drawings. */
function pencil() {
  const options: Option[] = [];
  const charts: Charts = {
    init: () => ({
      setOption: (option) => void options.push(option as Option),
      renderToSVGString: () =>
        '<svg width="9" height="9" xmlns="http://www.w3.org/2000/svg">\n<text fill="#1f2328">a &lt; b</text>\n</svg>',
      dispose: () => {},
    }),
  };
  return { charts, options };
}

it('the chart of the ratios shows a bar for each comparison, in multiples of its target', () => {
  const { charts, options } = pencil();
  const svg = ratiosPlot(charts, results);
  expect(elementsOf(svg)).toEqual(['svg', 'style', 'text']);
  expect(svg).toContain('@media (prefers-color-scheme: dark)');
  expect(options).toMatchObject([
    {
      yAxis: { data: ['creates, against others', 'starting, against an empty server'] },
      series: { data: [{ value: 0.669 }, { value: 1.33 }] },
    },
  ]);
});

it('the growth chart shows each figure as a line over the number of orders', () => {
  const { charts, options } = pencil();
  const svgs = measured.growth.map((growth) => growthPlot(charts, growth));
  expect(svgs.map(elementsOf)).toEqual([['svg', 'style', 'text']]);
  expect(options).toMatchObject([
    {
      title: [{ text: 'A gateway in a file, by the number of stored orders' }, { text: 'memory, MB' }],
      series: [
        {
          data: [
            [1_000, 112.34],
            [1_000_000, 130],
          ],
        },
      ],
    },
  ]);
});

it('the images of the benchmark page are SVG files', () => {
  const folder = path.resolve(import.meta.dirname, '../../docs/explanation');
  const page = readFileSync(path.join(folder, 'benchmarks.md'), 'utf8');
  const images = [...page.matchAll(/!\[[^\]]*\]\((?<file>[^)]+)\)/g)].map(
    ({ groups }) => groups?.['file'] ?? '',
  );
  const files = readdirSync(folder).filter((file) => file.startsWith('benchmarks-'));
  expect(files.toSorted()).toEqual(images.toSorted());
  for (const file of images) {
    const elements = elementsOf(readFileSync(path.join(folder, file), 'utf8'));
    expect(elements[0]).toBe('svg');
    expect(elements).toContain('text');
  }
});

/** Returns the elements of an XML document in order. Throws for an invalid document. */
function elementsOf(xml: string): readonly string[] {
  const tag = /<(?<end>\/?)(?<name>[\w:]+)(?:\s+[\w:-]+="[^"<]*")*\s*(?<empty>\/?)>/g;
  const found: string[] = [];
  const open: string[] = [];
  for (const { groups: { end, name = '', empty } = {} } of xml.matchAll(tag)) {
    if (end === '/') expect(name).toBe(open.pop());
    else found.push(name);
    if (end === '' && empty === '') open.push(name);
  }
  expect(open).toEqual([]);
  expect(xml.replaceAll(tag, '').replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '')).not.toMatch(
    /<|&(?!(?:amp|lt|gt|quot|#\d+);)/,
  );
  return found;
}
