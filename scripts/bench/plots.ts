import type { Result } from './compare.ts';
import type { StoreGrowth } from './growth.ts';

/** The part of ECharts that the plots use: https://echarts.apache.org/handbook, Server Side Rendering. */
export interface Charts {
  init(element: null, theme: null, options: object): Chart;
}

interface Chart {
  setOption(option: object): void;
  renderToSVGString(): string;
  dispose(): void;
}

/**
 * Colours for light and dark mode. The plot is drawn in the light colours, and its style sheet replaces them in dark
 * mode.
 */
const colours = {
  text: ['#1f2328', '#e6edf3'],
  grid: ['#d1d9e0', '#3d444d'],
  met: ['#1a7f37', '#3fb950'],
  missed: ['#bc4c00', '#f0883e'],
  line: ['#0969da', '#58a6ff'],
} as const;
const [text, grid, met, missed, line] = [
  colours.text[0],
  colours.grid[0],
  colours.met[0],
  colours.missed[0],
  colours.line[0],
];

/** Plots each ratio relative to its limit, so a value above 1 is better for every ratio. */
export function ratiosPlot(charts: Charts, results: readonly Result[]): string {
  const bars = results.map(({ entrants, wanted, met: reached }) => {
    const ratio = entrants[1]?.ratio ?? Number.NaN;
    const value = 'atLeast' in wanted ? ratio / wanted.atLeast : wanted.atMost / ratio;
    return { value: Number(value.toPrecision(3)), itemStyle: { color: reached ? met : missed } };
  });
  return drawn(charts, [900, 90 + results.length * 46], {
    ...title('Ratio to the first peer, in units of its aim: 1 is the aim, more is better'),
    grid: { left: 400, right: 60, top: 60, bottom: 30 },
    xAxis: { type: 'log', logBase: 2, axisLabel: { color: text }, splitLine: { lineStyle: { color: grid } } },
    yAxis: {
      type: 'category',
      inverse: true,
      data: results.map(({ name }) => name),
      axisLabel: { color: text, width: 380, overflow: 'break', interval: 0 },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    series: {
      type: 'bar',
      data: bars,
      barWidth: 16,
      label: { show: true, position: 'right', color: text },
      markLine: {
        silent: true,
        symbol: 'none',
        label: { show: false },
        lineStyle: { color: text, type: 'solid' },
        data: [{ xAxis: 1 }],
      },
    },
  });
}

/** Draws a small plot of each measure, from few orders to many. */
export function growthPlot(charts: Charts, { store, measures: growth }: StoreGrowth): string {
  const columns = 3;
  const [width, height] = [300, 240];
  const places = growth.map((_, index) => ({
    left: 60 + (index % columns) * width,
    top: 90 + Math.floor(index / columns) * height,
    width: width - 80,
    height: height - 100,
  }));
  return drawn(charts, [columns * width, 50 + Math.ceil(growth.length / columns) * height], {
    title: [
      ...title(`A gateway ${store}, by the number of stored orders`).title,
      ...growth.map(({ name, unit }, index) => ({
        text: `${name}, ${unit}`,
        left: (places[index]?.left ?? 0) - 40,
        top: (places[index]?.top ?? 0) - 30,
        textStyle: { color: text, fontSize: 12, fontWeight: 'normal', width: width - 30, overflow: 'break' },
      })),
    ],
    grid: places,
    xAxis: growth.map((_, gridIndex) => ({
      gridIndex,
      type: 'log',
      min: 'dataMin',
      axisLabel: { color: text, formatter: compact },
      axisLine: { lineStyle: { color: grid } },
      splitLine: { show: false },
    })),
    yAxis: growth.map((_, gridIndex) => ({
      gridIndex,
      type: 'value',
      min: 0,
      splitNumber: 3,
      axisLabel: { color: text },
      splitLine: { lineStyle: { color: grid } },
    })),
    series: growth.map(({ points }, index) => ({
      type: 'line',
      xAxisIndex: index,
      yAxisIndex: index,
      color: line,
      data: points.map(({ orders, value }) => [orders, value]),
    })),
  });
}

const { format: compact } = new Intl.NumberFormat('en', { notation: 'compact' });

function title(words: string) {
  return { title: [{ text: words, left: 10, top: 10, textStyle: { color: text, fontSize: 14 } }] };
}

function drawn(charts: Charts, [width, height]: readonly [number, number], option: object): string {
  const chart = charts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ animation: false, textStyle: { fontFamily: 'sans-serif' }, ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg.replace('>', `>\n${darkStyle}`)}\n`;
}

const darkStyle = `<style>@media (prefers-color-scheme: dark) {
${Object.values(colours)
  .map(([light, dark]) => `[fill="${light}"] { fill: ${dark}; } [stroke="${light}"] { stroke: ${dark}; }`)
  .join('\n')}
}</style>`;
