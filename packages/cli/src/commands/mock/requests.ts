import { writeFile } from 'node:fs/promises';
import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { Argument, type Command } from 'commander';
import { completedWith } from '../../input/completed-with.ts';
import { newFileProblem } from '../../input/files.ts';
import { answerText } from '../../mock/control-text.ts';
import { printable } from '../../output/output.ts';
import { onCall } from '../../session/session.ts';
import { describe, registerControl, registerList } from './command.ts';

const columns = [
  ...(['id', 'time', 'method', 'path', 'status', 'error', 'mchId', 'mchOrderNo', 'ip'] as const),
  ...(['fault', 'warnings'] as const),
] as const;

const filters = [
  ['--status <status>', 'HTTP status (401) or class (4xx)'],
  ['--error <code>', 'error code, for example invalid_signature'],
  ['--endpoint <name>', 'endpoint, for example payin'],
  ['--mch-order-no <number>', 'order number of the merchant'],
  ['--order-no <number>', 'gateway order number'],
] as const;

export function registerRequests(parent: Command): void {
  const command = parent.command('requests').description('list the requests of merchants, newest first');
  const list = describe(
    command.command('list', { isDefault: true }),
    'list requests, newest first',
    'requests list --status 4xx',
  );
  registerList(list, {
    ...{ title: 'Requests', path: '/requests', columns, byMerchant: true, filters },
    row: ({ fault, warnings, ...request }) => ({
      ...{ ...request, fault: fault?.note ?? null, warnings: warnings.join(' ') || null },
    }),
  });
  registerControl(command.command('get').argument('<id>', 'id of the request'), {
    description: 'show a request with its response, and the diagnosis of a wrong signature',
    examples: ['requests get req_1 --json'],
    call: (session, [id = '']) => session.control().get('/requests/:id', { id }),
    text: requestText,
  });
  registerHar(command.command('har'));
}

function registerHar(command: Command): void {
  command
    .description('export requests as HAR 1.2, oldest first, for browser developer tools')
    .addArgument(
      completedWith(new Argument('[file]', 'path of the new file (default: standard output)'), 'files'),
    );
  for (const [flags, description] of filters) command.option(flags, description);
  command.addHelpText(
    'after',
    `
With --mch-id, the command exports only the requests of this merchant. The gateway masks keys, signatures and personal data,
and truncates bodies above 8 KB.

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
    session.output.data({ file, requests }, () => `wrote ${requests} requests to ${printable(file)}`);
  });
}

type ListOptions = Readonly<Record<string, string | undefined>>;

/** Formats a request. The diagnosis of a wrong signature contains the mistake and its fix. */
function requestText(logged: ControlResponse<'RequestInFull'>): string {
  const { exchange: _, signature: __, diagnosis, ...request } = logged;
  const { mistakes: ___, difference: ____, ...brief } = diagnosis ?? {};
  return answerText('Request', { ...request, diagnosis: diagnosis && brief });
}
