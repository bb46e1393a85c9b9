import type { ControlClient } from '@inrgate/mock-gateway/control';
import type { Session } from '../session/session.ts';
import { numberOf, type OrderAnswer } from './named-order.ts';

/** Typical callback URL during development. */
const exampleUrl = 'http://127.0.0.1:3000/callbacks';

/** After an action, explains why the first order without a callback has none, and how to fix this. */
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

/**
 * Explains why a callback is missing. Returns an empty string if a callback exists or the query fails, because the
 * action itself succeeded.
 */
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
    return [
      'note: the gateway sends no callback, because the link has no notify URL. To create a link with a notify URL:',
      `  ${create}`,
    ];
  }
  if (collection === 'payins' && answer.status === 'failed') {
    const advice = session.commandLine('mock', 'settings', 'set', '--failed-payin-callback', 'true');
    return [
      'note: the gateway sends no callback, because the settings turn off callbacks of failed pay-ins. To turn the callbacks on:',
      `  ${advice}`,
    ];
  }
  return [];
}

function withoutUrl(session: Session, mchId: string, number: string): readonly string[] {
  const own = session.settings.mchId === mchId ? [] : ['--mch-id', mchId];
  return [
    `note: the gateway sends no callback, because merchant ${mchId} has no callback URL. Receive callbacks here, or save a URL:`,
    `  ${session.commandLine('listen', '--set-callback-url', ...own)}`,
    `  ${session.commandLine('mock', 'merchants', 'update', mchId, '--callback-url', exampleUrl)}`,
    'Then re-send this callback:',
    `  ${session.commandLine('mock', 'resend', number)}`,
  ];
}
