import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Series } from '../balances.ts';
import { dayOf, rupees, timeOf } from '../format.ts';
import { tell } from '../store.ts';

const height = 200;

/** The colours of the style sheet as they are now, light or dark. */
function colour(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Times, or days where the plot is longer than two of them. */
function axisTimes(instants: readonly number[]): string[] {
  const length = (instants.at(-1) ?? 0) - (instants[0] ?? 0);
  const write = length > 2 * 86_400 ? dayOf : timeOf;
  return instants.map((at) => write(at * 1_000));
}

function optionsFor(Plot: typeof uPlot, width: number): uPlot.Options {
  const [ink, line] = [colour('quiet'), colour('line')];
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const stepped = Plot.paths.stepped?.({ align: 1 });
  const series = (label: string, stroke: string): uPlot.Series => ({
    label,
    stroke: colour(stroke),
    width: 1.5,
    points: { show: false },
    value: (_, value) => (value === null ? '' : rupees(value.toFixed(2))),
    // A balance stays what it was until it changes.
    ...(stepped === undefined ? {} : { paths: stepped }),
  });
  return {
    width,
    height,
    tzDate: (at) => Plot.tzDate(new Date(at * 1_000), 'Asia/Kolkata'),
    series: [
      { label: 'IST', value: (_, at) => (at === null ? '' : timeOf(at * 1_000)) },
      series('available', 'accent'),
      series('held', 'waits'),
    ],
    axes: [
      { ...axis, values: (_, instants) => axisTimes(instants) },
      { ...axis, size: 74, values: (_, values) => values.map((value) => rupees(String(value))) },
    ],
  };
}

function dataOf({ at, available, held }: Series): uPlot.AlignedData {
  return [[...at], [...available], [...held]];
}

/** Balances over time; the plotting library is fetched when it is needed. */
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
    draw().catch(() => tell('The plot could not be drawn.', 'problem'));
    return () => {
      gone = true;
      resized.disconnect();
      plot.current?.destroy();
    };
  }, []);
  useEffect(() => plot.current?.setData(dataOf(series)), [series]);
  return <div class="plot" ref={box} role="img" aria-label="Available and held balances over time" />;
}
