import {
  type ControlRequest,
  type ControlResponse,
  faultEffects,
  faultEndpoints,
  faultKinds,
} from '@inrgate/mock-gateway/control';
import { type Command, Option } from 'commander';
import { flagOf } from '../../input/field-options.ts';
import { readCount, readShare } from '../../input/value-readers.ts';
import { answerText, listText } from '../../mock/control-text.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall } from '../../session/session.ts';
import { describe, registerControl } from './command.ts';

export function registerFault(parent: Command): void {
  const command = parent.command('fault').description('inject faults into requests and callbacks');
  registerAdd(command.command('add'));
  registerControl(command.command('list', { isDefault: true }), {
    description: 'list the active faults',
    examples: ['fault list'],
    call: (session) => session.control().page('/faults'),
    text: ({ items }) => listText('Faults', items.map(row), columns),
  });
  registerRemove(command.command('remove'));
}

const columns = ['id', 'endpoint', 'phase', 'action', 'times', 'probability', 'mchId', 'mchOrderNo'] as const;

type AddOptions = Readonly<Record<string, string | number | undefined>>;

function registerAdd(command: Command): void {
  command
    .description('inject a fault; if several faults match, only the first applies')
    .addOption(
      new Option('--endpoint <name>', 'endpoint that the fault affects')
        .choices(faultEndpoints)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--action <kind>', 'action of the fault')
        .choices(Object.keys(faultKinds))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--phase <phase>',
        'before (default): the request has no effect; after: only the response fails',
      ).choices(['before', 'after']),
    )
    .option('--times <number>', 'number of times that the fault applies (default: no limit)', readCount)
    .option('--probability <share>', 'probability of the fault, from 0 to 1', readShare)
    .option('--mch-order-no <number>', 'affect only the order with this order number')
    .option('--status <number>', 'HTTP status, 400 to 599 (required for --action status)', readCount)
    .option('--error <code>', 'error code (only for --action status)')
    .option('--retry-after <seconds>', 'Retry-After header in seconds (only for --action status)', readCount)
    .option('--ms <number>', 'duration in real milliseconds (required for --action delay)', readCount)
    .addHelpText(
      'after',
      `
Actions for requests: ${kindsAt('*').join(', ')}.
Actions for callbacks: ${kindsAt('callback').join(', ')}.
With --mch-id, the fault affects only this merchant.

Examples:
  $ inrgate mock fault add --endpoint payin --phase after --action drop --times 1
  $ inrgate mock fault add --endpoint '*' --action status --status 503 --error maintenance --retry-after 5
  $ inrgate mock fault add --endpoint callback --action tamper --mch-order-no ORDER-1`,
    );
  onCall<AddOptions>(command, async (session, options) => {
    const body = faultOf(options) as NonNullable<ControlRequest<'POST', '/faults'>['body']>;
    const fault = await session.control().post('/faults', { body });
    session.output.data(fault, () => answerText('Fault', fault));
  });
}

/** @throws {UsageError} for options that cannot be combined */
function faultOf(options: AddOptions): object {
  const endpoint = String(options['endpoint']);
  const action = String(options['action']);
  const possible = kindsAt(endpoint);
  if (!possible.includes(action)) {
    throw new UsageError(
      `--action ${action} is invalid for the endpoint ${endpoint}. Allowed actions: ${possible.join(', ')}`,
    );
  }
  const { details }: { readonly details: Readonly<Record<string, boolean>> } =
    faultKinds[action as keyof typeof faultKinds];
  for (const name of Object.values(faultKinds).flatMap((kind) => Object.keys(kind.details))) {
    const isGiven = options[name] !== undefined;
    if (isGiven && details[name] === undefined)
      throw new UsageError(`${flagOf(name)} cannot be combined with --action ${action}`);
    if (!isGiven && details[name]) throw new UsageError(`--action ${action} requires ${flagOf(name)}`);
  }
  const given = pick(options, Object.keys(details));
  return {
    ...pick(options, ['endpoint', 'mchId', 'mchOrderNo', 'times', 'probability']),
    action: { kind: action, ...given },
    phase: options['phase'] ?? (endpoint === 'callback' ? undefined : 'before'),
  };
}

function pick(options: AddOptions, names: readonly string[]): AddOptions {
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

function kindsAt(endpoint: string): readonly string[] {
  return Object.keys(faultEffects(endpoint));
}

function row(fault: ControlResponse<'Fault'>) {
  const { kind, ...details } = fault.action;
  const words = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`);
  return { ...fault, action: [kind, ...words].join(' ') };
}

function registerRemove(command: Command): void {
  describe(command, 'remove a fault, or all faults', 'fault remove fault_1', 'fault remove --all')
    .argument('[id]', 'id of the fault')
    .option('--all', 'remove all faults');
  onCall<{ readonly all?: true }>(command, async (session, { all }, [id]) => {
    if ((id === undefined) === (all === undefined)) {
      throw new UsageError('the fault id is missing. Add a fault id, or use --all');
    }
    const control = session.control();
    await (id === undefined ? control.delete('/faults') : control.delete('/faults/:id', { id }));
    session.output.note(id === undefined ? 'removed all faults' : `removed ${id}`);
  });
}
