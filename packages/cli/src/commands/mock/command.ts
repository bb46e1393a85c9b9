import type {
  ControlItem,
  ControlListPath,
  ControlPage,
  ControlRequest,
} from '@inrgate/mock-gateway/control';
import { type Command, InvalidArgumentError } from 'commander';
import { answerText, type ColumnOf, listText } from '../../mock/control-text.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall, type Session } from '../../session/session.ts';

interface ControlCommand<Answer extends object, Options extends object> {
  readonly description: string;
  /** Arguments of `inrgate mock` for the help. */
  readonly examples: readonly string[];
  readonly call: (session: Session, args: readonly string[], options: Options) => Promise<Answer>;
  /** Formats the response, or contains the title above its fields. */
  readonly text: string | ((answer: Answer) => string);
}

/** Registers a command that prints the response of the control API: as text, or as JSON with `--json`. */
export function registerControl<Answer extends object, Options extends object = object>(
  command: Command,
  { description, examples, call, text }: ControlCommand<Answer, Options>,
): void {
  describe(command, description, ...examples);
  onCall<Options>(command, async (session, options, args) => {
    const answer = await call(session, args, options);
    session.output.data(answer, () => (typeof text === 'string' ? answerText(text, answer) : text(answer)));
  });
}

export function describe(command: Command, description: string, ...examples: readonly string[]): Command {
  const lines = examples.map((example) => `\n  $ inrgate mock ${example}`);
  return command
    .description(description)
    .addHelpText('after', `\nExample${lines.length === 1 ? '' : 's'}:${lines.join('')}`);
}

export interface ListSpec<Path extends ControlListPath, Row extends object = ControlItem<Path>> {
  readonly title: string;
  readonly path: Path;
  readonly id?: (session: Session, argument: string | undefined) => string;
  readonly columns: readonly ColumnOf<Row>[];
  readonly row?: (item: ControlItem<Path>) => Row;
  /** Flags with their descriptions. The name of each flag is also a parameter of the query. */
  readonly filters?: readonly (readonly [flags: string, description: string])[];
  readonly byMerchant?: boolean;
  /** False if the list always has a single page. */
  readonly paged?: boolean;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** Registers a command that prints one page of a list: as a table, or as the JSON response with `--json`. */
export function registerList<Path extends ControlListPath, Row extends object = ControlItem<Path>>(
  command: Command,
  { title, path, id, columns, byMerchant, filters = [], paged = true, ...spec }: ListSpec<Path, Row>,
): void {
  const { row = (item) => item as unknown as Row } = spec;
  for (const [flags, description] of filters) command.option(flags, description);
  if (paged) {
    command.option('--limit <number>', 'maximum number of items per page, 1 to 200 (default: 50)', readLimit);
    command.option('--cursor <text>', 'nextCursor of the previous page');
  }
  onCall<Texts>(command, async (session, options, [argument]) => {
    const query = { ...command.opts<Texts>(), ...(byMerchant && { mchId: options['mchId'] }) };
    const request = { id: id?.(session, argument) ?? '', query } as unknown as ControlRequest<'GET', Path>;
    const page: ControlPage<ControlItem<Path>> = await session.control().page<Path>(path, request);
    session.output.data(page, () => listText(title, page.items.map(row), columns));
    if (page.nextCursor !== null) session.output.note(`next page: --cursor ${page.nextCursor}`);
  });
}

function readLimit(text: string): string {
  if (!/^[1-9][0-9]{0,2}$/.test(text) || Number(text) > 200)
    throw new InvalidArgumentError('Allowed: 1 to 200.');
  return text;
}

/** @throws {UsageError} for a change without an option */
export function changed<Body extends object>(body: Body): Body {
  if (Object.keys(body).length > 0) return body;
  throw new UsageError('the new setting is missing. Add at least one option');
}
