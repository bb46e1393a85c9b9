import type { ControlItem, ControlListPath, ControlRequest } from '@inrgate/mock-gateway/control';
import { type Command, InvalidArgumentError } from 'commander';
import { type ColumnOf, listText } from '../../mock/control-text.ts';
import { onCall, type Session } from '../../session/session.ts';

export interface ListSpec<Path extends ControlListPath, Row extends object = ControlItem<Path>> {
  readonly title: string;
  readonly path: Path;
  /** Converts the command's argument to the `:id` of the path. */
  readonly id?: (session: Session, argument: string | undefined) => string;
  readonly columns: readonly ColumnOf<Row>[];
  /** Converts an item to a row. By default, the row is the item itself. */
  readonly row?: (item: ControlItem<Path>) => Row;
  /** Flags with their descriptions. The name of each flag is also a parameter of the query. */
  readonly filters?: readonly (readonly [flags: string, description: string])[];
  /** True to add `--mch-id` as a filter. */
  readonly byMerchant?: boolean;
  /** False if the list always has a single page. */
  readonly paged?: boolean;
}

interface ListOptions extends Readonly<Record<string, string | undefined>> {
  readonly mchId?: string;
}

/** Registers a command that prints one page of a list: as a table, or as the JSON response with `--json`. */
export function registerList<Path extends ControlListPath, Row extends object = ControlItem<Path>>(
  command: Command,
  spec: ListSpec<Path, Row>,
): void {
  const { filters = [], paged = true, row = (item) => item as unknown as Row } = spec;
  for (const [flags, description] of filters) command.option(flags, description);
  if (paged) {
    command.option('--limit <number>', 'maximum number of items per page, 1 to 200 (default: 50)', readLimit);
    command.option('--cursor <text>', 'nextCursor of the previous page');
  }
  onCall<ListOptions>(command, async (session, options, [argument]) => {
    const { title, path, columns } = spec;
    const query = { ...command.opts<ListOptions>(), ...(spec.byMerchant && { mchId: options.mchId }) };
    const request = { id: spec.id?.(session, argument) ?? '', query };
    const page = await session.control().page<Path>(path, request as ControlRequest<'GET', Path>);
    session.output.data(page, () => listText(title, page.items.map(row), columns));
    if (page.nextCursor !== null) session.output.note(`next page: --cursor ${page.nextCursor}`);
  });
}

function readLimit(text: string): string {
  if (!/^[1-9][0-9]{0,2}$/.test(text) || Number(text) > 200)
    throw new InvalidArgumentError('Allowed: 1 to 200.');
  return text;
}
