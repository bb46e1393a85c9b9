import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { numberOf } from '../../mock/any-order.ts';
import type { Session } from '../../session/session.ts';

/** Typical callback URL during development. */
const exampleUrl = 'http://127.0.0.1:3000/callbacks';

export type MovedOrder = ControlResponse<'MovedOrder'>;

/** After an action, explains why the first order without a callback has none, and how to fix this. */
export function noteMissingCallback(session: Session, moved: readonly MovedOrder[]): void {
  const lines = moved.map((order) => missingCallback(session, order)).find(({ length }) => length > 0);
  if (lines !== undefined) session.output.note(...lines);
}

function missingCallback(session: Session, order: MovedOrder): readonly string[] {
  const { callback, mchId } = order;
  if (callback.state === 'undeliverable') return withoutUrl(session, mchId, numberOf(order));
  if (!('reason' in callback)) return [];
  const { reason } = callback;
  const why = `${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  return [`note: the gateway sends no callback, because ${why}`, ...fixOf(session, order)];
}

function fixOf(session: Session, order: MovedOrder): readonly string[] {
  if (!('linkCode' in order)) {
    const advice = session.commandLine('mock', 'settings', 'set', '--failed-payin-callback', 'true');
    return [`To turn the callbacks on:\n  ${advice}`];
  }
  if (order.status !== 'success') return [];
  const create = session.commandLine('link', 'create', '--amount', '500.00', '--notify-url', exampleUrl);
  return [`To create a link with a notify URL:\n  ${create}`];
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
