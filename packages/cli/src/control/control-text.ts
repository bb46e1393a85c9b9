import { bold, fields, printable, status } from '../output/output.ts';
import { type Cell, table } from '../output/table.ts';
import type { ControlAnswer } from './control-api.ts';

/** Some fields of an answer below a heading. */
export function answerText(title: string, answer: ControlAnswer): string {
  return `${bold(title)}\n${fields(flat(answer))}`;
}

/** A heading and a table; `none` when there is nothing in it. */
export function listText(title: string, items: readonly ControlAnswer[], columns: readonly string[]): string {
  if (items.length === 0) return `${bold(title)}\n  none`;
  const rows = items.map((item) => columns.map((column) => cell(item[column])));
  return `${bold(title)}\n${table(columns, rows)}`;
}

function cell(value: unknown): Cell {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null || value === undefined) return value;
  return Array.isArray(value) ? value.length : JSON.stringify(value);
}

/** A callback with its attempts; not what was sent, which is long. */
export function callbackText({ event, state, attempts, body: _, ...callback }: ControlAnswer): string {
  const head = `${bold(`Callback ${printable(String(event))}`)} ${status(String(state))}`;
  return `${head}\n${fields(callback)}\n${attemptsText(attempts, callback['url'])}`;
}

const attemptColumns = ['number', 'startedAt', 'status', 'ok', 'durationMs', 'reason'] as const;

/**
 * Deliveries that were tried, and what is odd about one: that it went elsewhere, that a fault made it go wrong.
 *
 * @param url where the callback goes
 */
export function attemptsText(attempts: unknown, url?: unknown): string {
  const tried = Array.isArray(attempts) ? attempts : [];
  if (tried.length === 0) return '  no attempt yet';
  const rows = tried.map((attempt) => attemptColumns.map((column) => attempt[column]));
  return [table(attemptColumns, rows), ...tried.flatMap((attempt) => oddities(attempt, url))].join('\n');
}

function oddities({ number, url, fault }: ControlAnswer, own: unknown): readonly string[] {
  const elsewhere = own !== undefined && url !== undefined && url !== own;
  const injected = typeof fault === 'object' && fault !== null ? { id: '', note: '', ...fault } : null;
  return [
    ...(elsewhere ? [`attempt ${String(number)} went to ${String(url)}`] : []),
    ...(injected === null ? [] : [`attempt ${String(number)} was ${injected.note} (${injected.id})`]),
  ].map((line) => `  ${printable(line)}`);
}

/** `limits.payinMin` stands beside the other fields; lists are written in a row. */
export function flat(values: object, prefix = ''): Record<string, unknown> {
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value))
      return [[prefix + name, value.every(isPlain) ? value.join(', ') : value.length]];
    if (typeof value === 'object' && value !== null) return Object.entries(flat(value, `${prefix}${name}.`));
    return [[prefix + name, value]];
  });
  return Object.fromEntries(entries);
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
