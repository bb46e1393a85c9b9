import type { CheckShopOptions, ShopProgress, ShopReport } from '@inrgate/conformance';
import type { Command } from 'commander';
import { readCount, readSeed } from '../../input/value-readers.ts';
import { EndedWith, exitCodes } from '../../output/exit-codes.ts';
import { CheckImpossible, UsageError } from '../../output/usage-error.ts';
import { onCall, type Session } from '../../session/session.ts';
import { stopSignal } from '../../session/stop-signal.ts';
import { reportOf } from './report-options.ts';

interface Options {
  readonly start?: string;
  readonly url?: string;
  readonly orderPath: string;
  readonly callbackPath: string;
  readonly returnPath: string;
  readonly probePath: string;
  readonly runs: number;
  readonly seed?: number;
}

const help = `
Tests your shop with many different sequences of events, called stories. inrgate starts your shop and a separate mock
gateway, with a proxy between them. In a story:
  - The customer pays in full, in part, late or not at all, and can open the return page at any time.
  - Callbacks arrive twice, simultaneously, late or not at all, in every second story as a form.
  - The proxy drops responses to requests that the shop sent to the gateway.
  - inrgate moves the gateway's clock, kills the shop and restarts the shop.
With at least 100 stories, inrgate repeats the first callback after 65 s. It cannot move the shop's own clock.
After each story, inrgate compares the amount that the shop credited with the amount that the customer paid. If the shop
loses money in a story, inrgate prints only the steps that cause the loss.

Use a test shop with a test database. inrgate sets these variables for the start command: PORT, INRGATE_BASE_URL,
INRGATE_LEGACY_BASE_URL, INRGATE_MCH_ID, INRGATE_MCH_KEY, INRGATE_MCH_SECRET and INRGATE_CALLBACK_URL. The shop must store
its orders permanently, because inrgate restarts the shop. The shop must serve four paths:
  - POST --order-path with {"amount": "500.37"} creates an order and its pay-in. The response is
    {"mchOrderNo": "…", "payUrl": "…"}.
  - POST --callback-path receives the callbacks.
  - GET --return-path is the page to which the gateway sends the customer.
  - GET --probe-path?mchOrderNo=… returns the number of credits of the order and their total amount:
    {"count": 1, "amount": "500.37"}.

Runs with the same seed use the same stories.

Exit codes:
  0  Every story passed.
  2  Usage error.
  3  The shop did not start or did not respond.
  4  The shop lost money in a story.

Examples:
  $ inrgate check shop --start "node shop.js" --url http://127.0.0.1:3000
  $ inrgate check shop --start "php -S 127.0.0.1:3000 shop.php" --url http://127.0.0.1:3000 --runs 1000
  $ inrgate check shop --start "node shop.js" --url http://127.0.0.1:3000 --seed 7 --json`;

export function register(command: Command): void {
  command
    .option('--start <command>', 'command that starts your shop')
    .option('--url <url>', 'URL of your shop on this machine')
    .option('--order-path <path>', 'path that creates an order', '/orders')
    .option('--callback-path <path>', 'path of the callback endpoint', '/callbacks')
    .option('--return-path <path>', 'path of the return page', '/return?mchOrderNo={mchOrderNo}')
    .option(
      '--probe-path <path>',
      'path that returns the number of credits of an order and their total amount',
      '/credited',
    )
    .option('--runs <n>', 'number of stories', readCount, 200)
    .option('--seed <n>', 'seed of the stories; repeat a seed to repeat its stories', readSeed)
    .addHelpText('after', help);
  onCall<Options>(command, async (session, options) => {
    const { start, url } = options;
    if (start === undefined)
      throw new UsageError('--start is missing. Set --start to the command that starts your shop');
    if (url === undefined)
      throw new UsageError('--url is missing. Set --url to the URL of your shop on this machine');
    const report = await reportOn(session, { ...options, start, url });
    const { seed } = report;
    const repeat = session.commandLine(...wordsOf(command, { ...options, start, url, seed }));
    await tell(session, report, repeat);
  });
}

type Shop = Options & Required<Pick<Options, 'start' | 'url'>>;

async function reportOn({ output }: Session, options: Shop): Promise<ShopReport> {
  const [{ checkShop }, { openShopGateway }] = await Promise.all([
    import('@inrgate/conformance'),
    import('./shop-gateway.ts'),
  ]);
  const stop = stopSignal();
  const progress = output.progress();
  const onProgress = ({ done, total, phase }: ShopProgress) =>
    progress.show(
      () =>
        ({
          stories: `${done}/${total} stories`,
          shortening: `story ${done + 1} lost money, removing unneeded steps`,
          repeating: `${done} stories passed, waiting a minute to repeat the first callback`,
        })[phase],
    );
  const asked: CheckShopOptions = { ...options, openGateway: openShopGateway, signal: stop, onProgress };
  return reportOf(async () => {
    try {
      return await checkShop(asked);
    } catch (error) {
      if (stop.aborted)
        throw new CheckImpossible('interrupted', 'the check was interrupted. The shop is stopped');
      throw error;
    }
  }).finally(() => progress.end());
}

async function tell({ output }: Session, report: ShopReport, repeat: string): Promise<void> {
  const { shopReportText } = await import('./shop-report-text.ts');
  const { passed, failed, runs, seed, loss, story, diagnosis } = report;
  const { isTransaction: _, ...advice } = diagnosis ?? {};
  const data = { passed, failed, runs, seed, loss, story, ...advice };
  output.data(data, () => shopReportText(report, repeat));
  if (loss !== null) throw new EndedWith(exitCodes.failed);
}

/** Words of the command that repeats the stories, without default values. */
function wordsOf(command: Command, options: Shop): readonly string[] {
  const given = command.options.flatMap((option) => {
    const value = options[option.attributeName() as keyof Shop];
    return value === undefined || value === option.defaultValue ? [] : [option.long ?? '', String(value)];
  });
  return ['check', 'shop', ...given];
}
