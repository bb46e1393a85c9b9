import type { Transition } from './states.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

const box = { width: 130, height: 44 } as const;

/** Position of each state of an order. */
export const places = {
  payin: {
    pending: { x: 90, y: 150 },
    expired: { x: 370, y: 50 },
    failed: { x: 370, y: 250 },
    success: { x: 650, y: 150 },
  },
  payout: {
    pending: { x: 90, y: 60 },
    processing: { x: 370, y: 60 },
    success: { x: 650, y: 60 },
    failed: { x: 370, y: 220 },
  },
} as const satisfies Record<string, Readonly<Record<string, Point>>>;

const style = `
text { font: 15px system-ui, sans-serif; fill: #17222e; text-anchor: middle; dominant-baseline: central; }
.card { fill: #fbfcfc; } .state { fill: #ffffff; stroke: #566372; stroke-width: 1.5; }
.final { stroke-width: 3; } .name { font-weight: 600; } .move { stroke: #0b5a73; stroke-width: 1.5; fill: none; }
.head { fill: #0b5a73; } .label { fill: #fbfcfc; } .by { fill: #0b5a73; font-size: 14px; }
.life { stroke: #566372; stroke-dasharray: 4 4; }
@media (prefers-color-scheme: dark) {
  text { fill: #e9edf2; } .card { fill: #182028; } .state { fill: #1f2933; stroke: #a3afbd; }
  .life { stroke: #a3afbd; } .move { stroke: #7cc8df; } .head { fill: #7cc8df; } .label { fill: #182028; } .by { fill: #7cc8df; }
}`;

export function draw(
  title: string,
  transitions: readonly Transition[],
  at: Readonly<Record<string, Point>>,
): string {
  const points = Object.values(at);
  const height = Math.max(...points.map(({ y }) => y)) + 60;
  const width = Math.max(...points.map(({ x }) => x)) + 90;
  const arrows = [...Map.groupBy(transitions, ({ from, to }) => `${from} ${to}`).values()].map((same) =>
    arrow(same, at),
  );
  const states = Object.entries(at).map(([name, point]) =>
    state(name, point, !transitions.some(({ from }) => from === name)),
  );
  return picture(title, { width, height }, [...arrows, ...states]);
}

/** Creates a picture of these parts. Arrows end with the marker whose id is `head`. */
export function picture(
  title: string,
  { width, height }: { readonly width: number; readonly height: number },
  parts: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${title}</title>
<style>${style}</style>
<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0 10 5 0 10z"/></marker></defs>
<rect class="card" width="${width}" height="${height}" rx="10"/>
${parts.join('\n')}
</svg>
`;
}

function state(name: string, { x, y }: Point, isFinal: boolean): string {
  const { width, height } = box;
  return `<rect class="state${isFinal ? ' final' : ''}" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="8"/>
<text class="name" x="${x}" y="${y}">${name}</text>`;
}

function arrow(same: readonly Transition[], at: Readonly<Record<string, Point>>): string {
  const [{ from, to } = { from: '', to: '' }] = same;
  const [start, end] = [at[from], at[to]];
  if (start === undefined || end === undefined) throw new Error(`no place for ${from} or ${to}`);
  const [first, last] = [border(start, end), border(end, start)];
  const label = same.map(({ by }) => by).join(', ');
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  const width = label.length * 8 + 12;
  return `<path class="move" marker-end="url(#head)" d="M${first.x} ${first.y} L${last.x} ${last.y}"/>
<rect class="label" x="${middle.x - width / 2}" y="${middle.y - 11}" width="${width}" height="22"/>
<text class="by" x="${middle.x}" y="${middle.y}">${label}</text>`;
}

/** Returns the point at which the line between the centres of two boxes leaves the first box. */
function border(from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : box.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : box.height / 2 / Math.abs(dy),
  );
  return { x: Math.round(from.x + dx * scale), y: Math.round(from.y + dy * scale) };
}
