import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { bold, fields, printable, status } from '../output/output.ts';
import { type Cell, table } from '../output/table.ts';

type Callback = ControlResponse<'Callback'>;
type Attempt = ControlResponse<'Attempt'>;

export function answerText(title: string, answer: object): string {
  return `${bold(title)}\n${fields(flat(answer))}`;
}

export function listText<Item extends object>(
  title: string,
  items: readonly Item[],
  columns: readonly ColumnOf<Item>[],
): string {
  if (items.length === 0) return `${bold(title)}\n  none`;
  const rows = items.map((item) => columns.map((column) => cell(Object(item)[column])));
  return `${bold(title)}\n${table(columns, rows)}`;
}

export type ColumnOf<Item> = Item extends unknown ? keyof Item & string : never;

function cell(value: unknown): Cell {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null || value === undefined) return value;
  return Array.isArray(value) ? value.length : JSON.stringify(value);
}

export function callbackText({ event, state, attempts, body: _, ...callback }: Callback): string {
  const head = `${bold(`Callback ${printable(event)}`)} ${status(state)}`;
  return `${head}\n${fields(callback)}\n${attemptsText(attempts, callback.url)}`;
}

const attemptColumns = ['number', 'startedAt', 'status', 'ok', 'durationMs', 'reason'] as const;

export function attemptsText(attempts: readonly Attempt[], url?: string | null): string {
  if (attempts.length === 0) return '  no attempt yet';
  const rows = attempts.map((attempt) => attemptColumns.map((column) => attempt[column]));
  return [table(attemptColumns, rows), ...attempts.flatMap((attempt) => oddities(attempt, url))].join('\n');
}

function oddities(attempt: Attempt, own: string | null | undefined): readonly string[] {
  const { number, url, fault, reason, responseBody } = attempt;
  return [
    ...(own !== undefined && url !== own ? [`attempt ${number} went to ${url}`] : []),
    ...(fault === null ? [] : [`attempt ${number} was ${fault.note} (${fault.id})`]),
    ...(reason === null || !responseBody
      ? []
      : [`the response to attempt ${number} was "${excerpt(responseBody)}"`]),
  ].map((line) => `  ${printable(line)}`);
}

function excerpt(body: string): string {
  return body.length > 200 ? `${body.slice(0, 200)}…` : body;
}

/** Flattens nested fields to names like `limits.payinMin`, and joins lists. */
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

export type Order = ControlResponse<'Payin' | 'Link' | 'Payout'>;

export function numberOf(order: Order): string {
  return 'linkCode' in order ? order.linkCode : order.orderNo;
}

export function nounOf(order: Order): 'Pay-in' | 'Link' | 'Payout' {
  if ('linkCode' in order) return 'Link';
  return 'payUrl' in order ? 'Pay-in' : 'Payout';
}
