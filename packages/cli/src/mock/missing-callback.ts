import type { ControlClient } from '@inrgate/mock-gateway/control';
import type { Session } from '../session/session.ts';
import { numberOf, type OrderAnswer } from './named-order.ts';

/** Where a merchant's server usually is while it is being written. */
const exampleUrl = 'http://127.0.0.1:3000/callbacks';

/** After moves: says of the first whose callback goes nowhere why nobody is told, and what mends that. */
export async function noteMissingCallback(
  session: Session,
  control: ControlClient,
  moved: readonly OrderAnswer[],
): Promise<void> {
  if (!session.output.showsNotes) return;
  for (const found of moved) {
    const lines = await missingCallback(session, control, found);
    if (lines.length === 0) continue;
    session.output.note(...lines);
    return;
  }
}

/** Nothing where somebody is told, or where that cannot be found out: the move has been made. */
async function missingCallback(
  session: Session,
  control: ControlClient,
  { collection, answer }: OrderAnswer,
): Promise<readonly string[]> {
  const number = numberOf(answer);
  const query = { orderNo: number, limit: '1' };
  const page = await control.page('/callbacks', { query }).catch(() => undefined);
  if (page === undefined) return [];
  const [latest] = page.items;
  if (latest?.state === 'undeliverable') return withoutUrl(session, answer.mchId, number);
  if (latest !== undefined) return [];
  if (collection === 'links' && answer.status === 'success') {
    const create = session.commandLine('link', 'create', '--amount', '500.00', '--notify-url', exampleUrl);
    return ['note: nobody is told: this link was made without a notify URL. With one:', `  ${create}`];
  }
  if (collection === 'payins' && answer.status === 'failed') {
    const advice = session.commandLine('mock', 'settings', 'set', '--failed-payin-callback', 'true');
    return [
      `note: nobody is told: by its settings the gateway sends no failed callbacks; it does after: ${advice}`,
    ];
  }
  return [];
}

function withoutUrl(session: Session, mchId: string, number: string): readonly string[] {
  const own = session.settings.mchId === mchId ? [] : ['--mch-id', mchId];
  return [
    `note: nobody is told: merchant ${mchId} has no callback URL. Receive callbacks here, or save your server's URL:`,
    `  ${session.commandLine('listen', '--set-callback-url', ...own)}`,
    `  ${session.commandLine('mock', 'merchants', 'update', mchId, '--callback-url', exampleUrl)}`,
    'and then send this one:',
    `  ${session.commandLine('mock', 'resend', number)}`,
  ];
}
