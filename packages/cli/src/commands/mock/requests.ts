import type { Command } from 'commander';
import { type ControlAnswer, segment } from '../../control/control-api.ts';
import { answerText } from '../../control/control-text.ts';
import { registerList } from '../../mock/list-command.ts';
import { onCall } from '../../session/session.ts';

const columns = ['id', 'time', 'method', 'path', 'status', 'error', 'mchId', 'mchOrderNo', 'ip'] as const;

/** The calls that merchants made. */
export function registerRequests(parent: Command): void {
  const command = parent.command('requests').description('the calls that merchants made, newest first');
  const list = command.command('list', { isDefault: true }).description('calls, newest first');
  registerList(list, {
    title: 'Requests',
    path: '/requests',
    columns,
    byMerchant: true,
    filters: [
      ['--status <status>', 'an HTTP status, such as 401, or a class of them, such as 4xx'],
      ['--error <code>', 'an error code, such as invalid_signature'],
      ['--endpoint <name>', 'such as payin'],
      ['--mch-order-no <number>', "the merchant's own number"],
      ['--order-no <number>', "the service's order number"],
    ],
  });
  list.addHelpText('after', '\nExample:\n  $ inrgate mock requests list --status 4xx');
  registerGet(command.command('get'));
}

function registerGet(command: Command): void {
  command
    .description('one call: what was sent, what was answered, and for a wrong signature the diagnosis')
    .argument('<id>', 'its id')
    .addHelpText('after', '\nExample:\n  $ inrgate mock requests get req_1 --json');
  onCall(command, async (session, _options, [id = '']) => {
    const request = await session.control().get(`/requests/${segment(id)}`);
    session.output.data(request, () => requestText(request));
  });
}

function requestText({ exchange: _, signature: __, diagnosis, ...request }: ControlAnswer): string {
  return answerText('Request', { ...request, diagnosis: briefly(diagnosis) });
}

/** What was done wrong and how to mend it are in its summary. */
function briefly(diagnosis: unknown): unknown {
  if (typeof diagnosis !== 'object' || diagnosis === null) return diagnosis;
  const { mistakes: _, difference: __, ...brief } = { mistakes: [], difference: [], ...diagnosis };
  return brief;
}
