import { writeFile } from 'node:fs/promises';
import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { Argument, type Command } from 'commander';
import { newFileProblem } from '../../checks/new-file.ts';
import { completedWith } from '../../input/completed-with.ts';
import { answerText } from '../../mock/control-text.ts';
import { registerList } from '../../mock/list-command.ts';
import { printable } from '../../output/output.ts';
import { onCall } from '../../session/session.ts';

const columns = ['id', 'time', 'method', 'path', 'status', 'error', 'mchId', 'mchOrderNo', 'ip'] as const;

const filters = [
  ['--status <status>', 'an HTTP status, such as 401, or a class of them, such as 4xx'],
  ['--error <code>', 'an error code, such as invalid_signature'],
  ['--endpoint <name>', 'such as payin'],
  ['--mch-order-no <number>', "the merchant's own number"],
  ['--order-no <number>', "the service's order number"],
] as const;

/** The calls that merchants made. */
export function registerRequests(parent: Command): void {
  const command = parent.command('requests').description('the calls that merchants made, newest first');
  const list = command.command('list', { isDefault: true }).description('calls, newest first');
  registerList(list, {
    title: 'Requests',
    path: '/requests',
    columns,
    byMerchant: true,
    filters,
  });
  list.addHelpText('after', '\nExample:\n  $ inrgate mock requests list --status 4xx');
  registerGet(command.command('get'));
  registerHar(command.command('har'));
}

function registerGet(command: Command): void {
  command
    .description('one call: what was sent, what was answered, and for a wrong signature the diagnosis')
    .argument('<id>', 'its id')
    .addHelpText('after', '\nExample:\n  $ inrgate mock requests get req_1 --json');
  onCall(command, async (session, _options, [id = '']) => {
    const request = await session.control().get('/requests/:id', { id });
    session.output.data(request, () => requestText(request));
  });
}

function registerHar(command: Command): void {
  command
    .description("the calls as HAR 1.2, oldest first: for a browser's developer tools, or check recording")
    .addArgument(completedWith(new Argument('[file]', 'written anew; standard output without it'), 'files'));
  for (const [flags, description] of filters) command.option(flags, description);
  command.addHelpText(
    'after',
    `
With --mch-id only this merchant's. Keys, signatures and personal data are masked, and of a body of more than 8 KB only
the beginning is there.

Examples:
  $ inrgate mock requests har run.har
  $ inrgate mock requests har --status 4xx | jq .log.entries`,
  );
  onCall<ListOptions>(command, async (session, { mchId }, [file = '-']) => {
    const har = await session
      .control()
      .get('/requests.har', { query: { ...command.opts<ListOptions>(), mchId } });
    const text = JSON.stringify(har);
    if (file === '-') {
      process.stdout.write(`${text}\n`);
      return;
    }
    await writeFile(file, `${text}\n`, { flag: 'wx', mode: 0o600 }).catch((cause: unknown) => {
      throw newFileProblem(file, cause);
    });
    const requests = har.log.entries.length;
    session.output.data({ file, requests }, () => `${printable(file)} has ${requests} requests`);
  });
}

type ListOptions = Readonly<Record<string, string | undefined>>;

/** What was done wrong with a signature and how to mend it are in the diagnosis' summary. */
function requestText(logged: ControlResponse<'RequestInFull'>): string {
  const { exchange: _, signature: __, diagnosis, ...request } = logged;
  const { mistakes: ___, difference: ____, ...brief } = diagnosis ?? {};
  return answerText('Request', { ...request, diagnosis: diagnosis && brief });
}
