/** Formats `123456.00` as ₹1,23,456.00: groups of two digits before the last three. */
export function rupees(amount: string): string {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(amount) ?? [];
  if (whole === '') return amount;
  return `${sign === '-' ? '−' : ''}₹${BigInt(whole).toLocaleString('en-IN')}${decimals}`;
}

/** Formats a number with separators between its thousands. */
export function count(value: number): string {
  return value.toLocaleString('en-IN');
}

/** Formats a number with its noun: `1 order`, `2 orders`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

const ist = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', ...options }).format;
const dayAndMonth = { day: '2-digit', month: 'short' } as const;
const hourAndMinute = { hour: '2-digit', minute: '2-digit' } as const;

/** Formats a time in IST: `15:04`. */
export const clockOf: (at: number) => string = ist(hourAndMinute);

/** Formats a day in IST: `20 Nov`. */
export const monthDayOf: (at: number) => string = ist(dayAndMonth);

/** Formats a time in IST: `15:04:05`. */
export const timeOf: (at: number) => string = ist({ ...hourAndMinute, second: '2-digit' });

/** The IST day of an instant in epoch milliseconds. */
export const dayOf: (at: number) => string = ist({ ...dayAndMonth, year: 'numeric' });

/** Formats the wire's timestamp as `15:04:05`. Adds the day unless it equals `today`, a result of `dayOf`. */
export function moment(timestamp: string, today: string): string {
  const at = Date.parse(timestamp);
  return dayOf(at) === today ? timeOf(at) : `${monthDayOf(at)} ${timeOf(at)}`;
}

/**
 * Formats a duration by its two largest units that are not zero: `0.4 ms`, `450 ms`, `12 s`, `5 min`, `1 h 30 min`, `2
 * d 3 h`.
 */
export function duration(ms: number): string {
  if (ms < 1_000) return `${ms < 10 ? +ms.toFixed(1) : Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = units.findIndex(([value]) => value > 0);
  return units
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}

/** Indents JSON, and returns any other string unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Characters that are invisible or change the direction of text: zero width, no-break spaces, direction marks. */
const invisible = /[\u00a0\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Shows a signed string. Invisible characters appear as escapes, for example `\u202e`. */
export function visible(text: string): string {
  return text.replace(
    invisible,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
