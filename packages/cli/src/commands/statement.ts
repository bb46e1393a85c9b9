import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { type Command, Option } from 'commander';
import { listText } from '../mock/control-text.ts';
import { merchantOf } from '../mock/merchant-options.ts';
import { bold, jsonLine } from '../output/output.ts';
import { onCall } from '../session/session.ts';

const columns = ['time', 'kind', 'mchOrderNo', 'orderNo', 'amount', 'fee', 'net', 'balance'] as const;

const help = `
Prints the changes in a merchant's available balance on one IST day, with the opening and closing balances. The command
works only with a mock gateway. The entries are pay-ins, links, payouts and top-ups. For a payout, the first entry shows
that the gateway holds the amount (hold). The second entry shows that the gateway pays (capture) or returns (release) the
amount.

Examples:
  $ inrgate statement
  $ inrgate statement --date 2026-11-20 --format csv > statement.csv`;

interface Options {
  readonly date?: string;
  readonly format?: 'csv' | 'json';
}

export function register(command: Command): void {
  command
    .option('--date <day>', 'day in Indian Standard Time (IST), as YYYY-MM-DD (default: today)')
    .addOption(new Option('--format <name>', 'output format, instead of a table').choices(['csv', 'json']))
    .addHelpText('after', help);
  onCall<Options>(command, async (session, { date, format }) => {
    const id = merchantOf(session, undefined);
    const asked = { id, query: { date } };
    const statement = await session.control().get('/merchants/:id/statement', asked);
    const csv =
      format === 'csv' ? await session.control().text('/merchants/:id/statement.csv', asked) : undefined;
    const shown = { csv: () => (csv ?? '').trimEnd(), json: jsonLine, table };
    session.output.data(statement, () => shown[format ?? 'table'](statement));
  });
}

type Statement = ControlResponse<'Statement'>;

function table({ mchId, date, openingBalance, entries, closingBalance }: Statement): string {
  return [
    `${bold(`Statement of ${mchId}, ${date} IST`)}`,
    `  opening balance  ${openingBalance}`,
    listText('Entries', entries, columns),
    `  closing balance  ${closingBalance}`,
  ].join('\n');
}
