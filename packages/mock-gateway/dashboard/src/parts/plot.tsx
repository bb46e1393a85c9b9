import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { amountLabels, timeLabels } from '../axis-labels.ts';
import type { Series } from '../balances.ts';
import { rupees, timeOf } from '../format.ts';
import { tell } from '../store.ts';

const height = 200;

/** Returns a colour of the style sheet in the current mode, light or dark. */
function colour(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/**
 * Returns the width of the widest label in this font. Measures it in the page, because the page's letter spacing also
 * affects a canvas.
 */
function widthIn(font: string, texts: readonly string[]): number {
  const canvas = document.createElement('canvas');
  document.body.append(canvas);
  const pen = canvas.getContext('2d');
  if (pen !== null) pen.font = font;
  const widths = texts.map((text) => pen?.measureText(text).width ?? 0);
  canvas.remove();
  return Math.ceil(Math.max(0, ...widths));
}

/** Minimum space in pixels between two times, and between a label and its axis. */
const between = 14;
const beside = 18;

/** Shows the latest values in the legend while the pointer is outside the plot. */
function showLatest(plot: uPlot): void {
  if (plot.cursor.idx === null || plot.cursor.idx === undefined) {
    plot.setLegend({ idx: plot.data[0].length - 1 }, false);
  }
}

function optionsFor(Plot: typeof uPlot, width: number): uPlot.Options {
  const [ink, line] = [colour('quiet'), colour('line')];
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { font, stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const timeWidth = widthIn(font, ['00:00:00', '00 Mmm']);
  const stepped = Plot.paths.stepped?.({ align: 1 });
  const series = (label: string, stroke: string): uPlot.Series => ({
    label,
    stroke: colour(stroke),
    width: 1.5,
    points: { show: false },
    value: (_, value) => (value === null ? '' : rupees(value.toFixed(2))),
    // Draw the lines as steps, because a balance does not change between two points.
    ...(stepped === undefined ? {} : { paths: stepped }),
  });
  return {
    width,
    height,
    // Leave space for the half of the last time label that extends beyond the axis.
    padding: [null, Math.ceil(timeWidth / 2), null, null],
    hooks: { ready: [showLatest], setCursor: [showLatest], setData: [showLatest] },
    tzDate: (at) => Plot.tzDate(new Date(at * 1_000), 'Asia/Kolkata'),
    series: [
      { label: 'IST', value: (_, at) => (at === null ? '' : timeOf(at * 1_000)) },
      series('available', 'accent'),
      series('held', 'waits'),
    ],
    axes: [
      { ...axis, space: timeWidth + between, values: (_, instants) => timeLabels(instants) },
      {
        ...axis,
        size: (_, labels) => widthIn(font, labels ?? []) + beside,
        values: (_, sums) => amountLabels(sums),
      },
    ],
  };
}

function dataOf({ at, available, held }: Series): uPlot.AlignedData {
  return [[...at], [...available], [...held]];
}

/** Plots balances over time. Loads the library for the first plot. */
export function BalancePlot({ series }: { readonly series: Series }) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(series);
  latest.current = series;
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let gone = false;
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }));
    const draw = async () => {
      const { Plot } = await import('./uplot.ts');
      if (gone) return;
      plot.current = new Plot(optionsFor(Plot, element.clientWidth), dataOf(latest.current), element);
      resized.observe(element);
    };
    draw().catch(() => tell('The plot is not available. Reload the page.', 'problem'));
    return () => {
      gone = true;
      resized.disconnect();
      plot.current?.destroy();
    };
  }, []);
  useEffect(() => plot.current?.setData(dataOf(series)), [series]);
  return <div class="plot" ref={box} role="img" aria-label="Available and held balances over time" />;
}
