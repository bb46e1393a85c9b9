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
      const name = `${text(entry['event'])} ${entry['manual'] === true ? 're-send' : 'attempt'} ${text(entry['number'])}`;
      return `${name} to ${text(entry['url'])} [${text(entry['status'] ?? 'no answer')}]${reason}${faultOf(entry)}`;
    }
    default:
      return '';
  }
}

function faultOf({ fault }: Entry): string {
  return typeof fault === 'object' && fault !== null && 'note' in fault ? `; ${text(fault.note)}` : '';
}

function postings(value: unknown): string {
  const lines: readonly Entry[] = Array.isArray(value) ? value : [];
  return lines.map(({ account, amount }) => `${text(account)} ${text(amount)}`).join(', ');
}

function text(value: unknown): string {
  return printable(String(value));
}
