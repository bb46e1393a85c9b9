import { bold, printable } from '../output/output.ts';
import { table } from '../output/table.ts';

type Entry = Readonly<Record<string, unknown>>;

/** What happened to an order, a line each. */
export function timelineText(timeline: unknown): string {
  const entries: readonly Entry[] = Array.isArray(timeline) ? timeline : [];
  const rows = entries.map((entry) => [text(entry['at']), text(entry['type']), what(entry)]);
  return `${bold('Timeline')}\n${table(['at', 'type', 'what'], rows)}`;
}

function what(entry: Entry): string {
  switch (entry['type']) {
    case 'move':
      return `${entry['from'] === null ? '' : `${text(entry['from'])} -> `}${text(entry['to'])}, by the ${text(entry['by'])}`;
    case 'ledger':
      return `${text(entry['kind'])}: ${postings(entry['postings'])}`;
    case 'callback':
      return `${text(entry['event'])}, ${text(entry['state'])}`;
    case 'attempt': {
      const reason = entry['reason'] === null ? '' : `: ${text(entry['reason'])}`;
      return `${text(entry['event'])} attempt ${text(entry['number'])} [${text(entry['status'] ?? 'no answer')}]${reason}`;
    }
    default:
      return '';
  }
}

function postings(value: unknown): string {
  const lines: readonly Entry[] = Array.isArray(value) ? value : [];
  return lines.map(({ account, amount }) => `${text(account)} ${text(amount)}`).join(', ');
}

function text(value: unknown): string {
  return printable(String(value));
}
