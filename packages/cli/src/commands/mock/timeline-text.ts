import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { bold, printable } from '../../output/output.ts';
import { table } from '../../output/table.ts';

type Entry = ControlResponse<'TimelineEntry'>;

/** Table of an order's timeline. */
export function timelineText(timeline: readonly Entry[]): string {
  const rows = timeline.map((entry) => [entry.at, entry.type, what(entry)].map(printable));
  return `${bold('Timeline')}\n${table(['at', 'type', 'what'], rows)}`;
}

function what(entry: Entry): string {
  switch (entry.type) {
    case 'move':
      return `${entry.from === null ? '' : `${entry.from} -> `}${entry.to}, by the ${entry.by}`;
    case 'ledger':
      return `${entry.kind}: ${entry.postings.map(({ account, amount }) => `${account} ${amount}`).join(', ')}`;
    case 'callback':
      return `${entry.event}, ${entry.state}`;
    case 'attempt': {
      const { event, manual, number, url, status, reason, fault } = entry;
      const why = `${reason === null ? '' : `: ${reason}`}${fault === null ? '' : ` (${fault.note})`}`;
      return `${event} ${manual ? 're-send' : 'attempt'} ${number} to ${url} [${status ?? 'no response'}]${why}`;
    }
    default:
      return '';
  }
}
