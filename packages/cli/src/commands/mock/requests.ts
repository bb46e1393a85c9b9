import { writeFile } from 'node:fs/promises';
import { Argument, type Command } from 'commander';
import { type ControlAnswer, segment } from '../../control/control-api.ts';
import { answerText } from '../../control/control-text.ts';
import { newFileProblem } from '../../exchanges/new-file.ts';
import { completedWith } from '../../input/completed-with.ts';
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
    const request = await session.control().get(`/requests/${segment(id)}`);
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
    const har = await session.control().get('/requests.har', { ...command.opts<ListOptions>(), mchId });
    const text = JSON.stringify(har);
    if (file === '-') {
      process.stdout.write(`${text}\n`);
      return;
    }
    await writeFile(file, `${text}\n`, { flag: 'wx', mode: 0o600 }).catch((cause: unknown) => {
      throw newFileProblem(file, cause);
    });
    const requests = entriesOf(har).length;
    session.output.data({ file, requests }, () => `${printable(file)} has ${requests} requests`);
  });
}

type ListOptions = Readonly<Record<string, string | undefined>>;

function entriesOf({ log }: ControlAnswer): readonly unknown[] {
  const { entries } = (log ?? {}) as { readonly entries?: unknown };
  return Array.isArray(entries) ? entries : [];
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
