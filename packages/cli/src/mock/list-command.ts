import type { ControlItem, ControlListPath, ControlRequest } from '@inrgate/mock-gateway/control';
import { type Command, InvalidArgumentError } from 'commander';
import { onCall, type Session } from '../session/session.ts';
import { type ColumnOf, listText } from './control-text.ts';

/** A list of the control API as a command. */
export interface ListSpec<Path extends ControlListPath, Row extends object = ControlItem<Path>> {
  /** Such as `Pay-ins`. */
  readonly title: string;
  readonly path: Path;
  /** The `:id` of the path, by the command's argument. */
  readonly id?: (session: Session, argument: string | undefined) => string;
  readonly columns: readonly ColumnOf<Row>[];
  /** What the table shows of an item; the item itself by default. */
  readonly row?: (item: ControlItem<Path>) => Row;
  /** Flags and what they mean; each is a parameter of the query. */
  readonly filters?: readonly (readonly [flags: string, description: string])[];
  /** Whether `--mch-id` is a filter too. */
  readonly byMerchant?: boolean;
  /** Whether there can be more than one page. */
  readonly paged?: boolean;
}

interface ListOptions extends Readonly<Record<string, string | undefined>> {
  readonly mchId?: string;
}

/** A list's command: newest first, a page of it, as a table for people and as it was answered for programs. */
export function registerList<Path extends ControlListPath, Row extends object = ControlItem<Path>>(
  command: Command,
  spec: ListSpec<Path, Row>,
): void {
  const { filters = [], paged = true, row = (item) => item as unknown as Row } = spec;
  for (const [flags, description] of filters) command.option(flags, description);
  if (paged) {
    command.option('--limit <number>', 'items of a page, up to 200 (default: 50)', readLimit);
    command.option('--cursor <text>', 'the page after this one, as the page before it said');
  }
  onCall<ListOptions>(command, async (session, options, [argument]) => {
    const { title, path, columns } = spec;
    const query = { ...command.opts<ListOptions>(), ...(spec.byMerchant && { mchId: options.mchId }) };
    const request = { id: spec.id?.(session, argument) ?? '', query };
    const page = await session.control().page<Path>(path, request as ControlRequest<'GET', Path>);
    session.output.data(page, () => listText(title, page.items.map(row), columns));
    if (page.nextCursor !== null) session.output.note(`more: --cursor ${page.nextCursor}`);
  });
}

function readLimit(text: string): string {
  if (!/^[1-9][0-9]{0,2}$/.test(text) || Number(text) > 200)
    throw new InvalidArgumentError('A page has 1 to 200.');
  return text;
}
