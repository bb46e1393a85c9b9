import { type Command, InvalidArgumentError } from 'commander';
import type { ControlAnswer } from '../control/control-api.ts';
import { listText } from '../control/control-text.ts';
import { onCall, type Session } from '../session/session.ts';

/** A list of the control API as a command. */
export interface ListSpec {
  /** Such as `Pay-ins`. */
  readonly title: string;
  /** Below the control API's address; it may hang on the command's argument. */
  readonly path: string | ((session: Session, argument: string | undefined) => string);
  readonly columns: readonly string[];
  /** What the table shows of an item; the item itself by default. */
  readonly row?: (item: ControlAnswer) => ControlAnswer;
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
export function registerList(command: Command, spec: ListSpec): void {
  const { filters = [], paged = true, row = (item) => item } = spec;
  for (const [flags, description] of filters) command.option(flags, description);
  if (paged) {
    command.option('--limit <number>', 'items of a page, up to 200 (default: 50)', readLimit);
    command.option('--cursor <text>', 'the page after this one, as the page before it said');
  }
  onCall<ListOptions>(command, async (session, options, [argument]) => {
    const { title, columns } = spec;
    const path = typeof spec.path === 'string' ? spec.path : spec.path(session, argument);
    const query = { ...command.opts<ListOptions>(), ...(spec.byMerchant && { mchId: options.mchId }) };
    const page = await session.control().page(path, query);
    session.output.data(page, () => listText(title, page.items.map(row), columns));
    if (page.nextCursor !== null) session.output.note(`more: --cursor ${page.nextCursor}`);
  });
}

function readLimit(text: string): string {
  if (!/^[1-9][0-9]{0,2}$/.test(text) || Number(text) > 200)
    throw new InvalidArgumentError('A page has 1 to 200.');
  return text;
}
