import { picture } from './draw.ts';

export type Message = readonly [from: string, to: string, text: string];

const [first, gap, top, row] = [80, 200, 40, 40];

/** A sequence diagram: a lifeline for each actor, and an arrow for each message. */
export function sequence(title: string, actors: readonly string[], messages: readonly Message[]): string {
  const width = 2 * first + gap * (actors.length - 1);
  const height = top + 60 + row * messages.length;
  const at = (name: string): number => {
    const index = actors.indexOf(name);
    if (index < 0) throw new Error(`no actor ${name}`);
    return first + gap * index;
  };
  const lifelines = actors.map((name) => {
    const x = at(name);
    return `<path class="life" d="M${x} ${top + 22} V${height - 16}"/>
<rect class="state" x="${x - 65}" y="${top - 22}" width="130" height="44" rx="8"/>
<text class="name" x="${x}" y="${top}">${name}</text>`;
  });
  const arrows = messages.map(([from, to, text], index) => {
    const [start, end, y] = [at(from), at(to), top + 64 + row * index];
    const middle = (start + end) / 2;
    const wide = text.length * 7.4 + 10;
    return `<path class="move" marker-end="url(#head)" d="M${start} ${y} H${end}"/>
<rect class="label" x="${middle - wide / 2}" y="${y - 22}" width="${wide}" height="18"/>
<text class="by" x="${middle}" y="${y - 12}">${text}</text>`;
  });
  return picture(title, { width, height }, [...lifelines, ...arrows]);
}

const attempt = { x: 50, from: 44, step: 66, radius: 20 } as const;

/**
 * Draws the attempts of a callback from top to bottom, with the delay before each attempt and the time since the first
 * attempt.
 */
export function retries(title: string, delaysMs: readonly number[]): string {
  const { x, from, step, radius } = attempt;
  const parts = [0, ...delaysMs].map((delay, index) => {
    const y = from + step * index;
    const wait =
      index === 0
        ? ''
        : `<path class="move" marker-end="url(#head)" d="M${x} ${y - step + radius} V${y - radius}"/>
<text class="by" x="${x + 44}" y="${y - step / 2}">${delayText(delay)}</text>
`;
    return `${wait}<circle class="state" cx="${x}" cy="${y}" r="${radius}"/>
<text class="name" x="${x}" y="${y}">${index + 1}</text>
<text x="${x + 150}" y="${y}">${sinceStart(delaysMs.slice(0, index))}</text>`;
  });
  return picture(title, { width: 300, height: step * delaysMs.length + 2 * from }, parts);
}

const minuteMs = 60_000;

function delayText(ms: number): string {
  const minutes = ms / minuteMs;
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
}

/** Returns the time since the first attempt, without the durations of the attempts. */
function sinceStart(delaysMs: readonly number[]): string {
  const minutes = delaysMs.reduce((sum, delay) => sum + delay, 0) / minuteMs;
  if (minutes === 0) return 'immediately';
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `after ${minutes} min` : `after ${hours} h ${minutes % 60} min`;
}
