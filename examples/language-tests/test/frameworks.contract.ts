import path from 'node:path';
import { signedCallback } from '@inrgate/sdk/testing';
import { describe, expect, test } from 'vitest';
import { hasRuntimes, programOf, type RuntimeName } from '../../../test/runtimes.ts';
import { survivesStrangers } from '../../../test/strangers.ts';
import { endpointContract } from './endpoint.contract.ts';
import { type Command, credentials, deliver, endpointOf, type LanguageShop, run, type Size } from './shop.ts';
import { phpServer, phpShop, pythonShop } from './shops.ts';
import { trackTests } from './test-end.ts';

const folder = (name: string) => path.join(import.meta.dirname, '../..', name);

/** Shell commands in a folder of the examples. `$0` is an interpreter that can load the framework. */
const shell = (framework: 'flask' | 'django', commands: string): Command => [
  'sh',
  '-c',
  `cd ${JSON.stringify(folder(`callbacks/${framework}`))} && PYTHONPATH=../../python && export PYTHONPATH && ${commands}`,
  programOf(framework),
];

/** Receivers in `examples/callbacks`. They use the orders of the shop in the same language. */
const receiversWith = (pythonShop: LanguageShop): readonly (readonly [RuntimeName, LanguageShop])[] => [
  [
    'flask',
    {
      ...pythonShop,
      callbacks: (port) => shell('flask', `exec "$0" -B -m flask run --port ${port}`),
      ready: /Running on/,
    },
  ],
  [
    'django',
    {
      ...pythonShop,
      callbacks: (port) =>
        shell(
          'django',
          `"$0" -B manage.py migrate --run-syncdb && exec "$0" -B -u manage.py runserver --noreload 127.0.0.1:${port}`,
        ),
      ready: /^Quit the server/,
    },
  ],
  [
    'symfony',
    {
      ...phpShop,
      // Use a separate cache, so no file is written next to the sources.
      callbacks: (port) => [
        'sh',
        '-c',
        'APP_SECRET=none APP_CACHE_DIR="$ORDERS.cache" exec "$@"',
        'sh',
        ...phpServer(port, 'callbacks/symfony/public/index.php'),
      ],
    },
  ],
];

/** A string that changes if JSON is serialized again or a form is decoded twice. */
const extra = 'नीली शर्ट "L" 50% + 1/2 \\ é';

export function frameworksContract(size: Size): void {
  trackTests();
  describe.each(receiversWith(pythonShop(size)))('the receiver on %s', (framework, shop) => {
    describe.runIf(hasRuntimes(framework))('a running server', { concurrent: true }, () => {
      const served = endpointOf(shop);
      // Flask and Symfony use the receiver and the orders of a shop that already has this test.
      if (size === 'full' || framework === 'django') endpointContract(served);

      test('the receiver verifies the raw bytes of JSON and form callbacks of up to 64 KB', async () => {
        const { url, books } = served();
        for (const format of ['json', 'form'] as const) {
          books().take(format, '500.00');
          books().takePayout(format, '500.00');
          const signed = (kind: 'payin' | 'payout', fields: Readonly<Record<string, string>>) =>
            signedCallback(
              kind,
              credentials,
              { mchOrderNo: format, amount: '500.00', ...fields },
              { format },
            );
          const forged = signed('payin', { extra });
          expect(await deliver(url, { ...forged, body: forged.body.replace('500', '900') })).toMatchObject({
            status: 401,
          });
          expect(books().credited(format)).toBeUndefined();
          expect(await deliver(url, signed('payin', { extra }))).toEqual({ status: 200, text: 'success' });
          expect(books().credited(format)).toBe('500.00');
          expect(await deliver(url, signed('payout', { message: extra }))).toEqual({
            status: 200,
            text: 'success',
          });
          expect(books().settled(format)).toBe('success');
          expect(await deliver(url, signed('payin', { extra: 'x'.repeat(70_000) }))).toMatchObject({
            status: 413,
          });
        }
        expect((await fetch(url)).status).toBe(405);
      });

      test('the receiver handles callbacks after broken requests of strangers', async () => {
        const { url, books } = served();
        books().take('STRANGERS-1', '500.00');
        await survivesStrangers(url, { ...credentials, mchOrderNo: 'STRANGERS-1' });
        expect(books().credited('STRANGERS-1')).toBe('500.00');
      });
    });
  });

  phpReceivers();
}

/** Tests of the PHP receivers that need no server. */
function phpReceivers(): void {
  test.runIf(hasRuntimes('php'))(
    'the Laravel receiver is valid PHP, although no test runs the receiver',
    async () => {
      expect(await run(['php', '-l', folder('callbacks/laravel/callbacks.php')], [])).toMatchObject({
        code: 0,
      });
    },
  );

  test.runIf(hasRuntimes('php'))(
    'the PHP order store throws on a database error, even if the connection hides errors',
    async () => {
      const program = `
      require $argv[1];
      $pdo = new PDO('sqlite::memory:', options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
      $orders = new Shop\\Orders($pdo);
      $orders->take('A', '500.00');
      $pdo->exec('PRAGMA query_only = ON');
      try { var_dump($orders->credit('A', '500.00')); } catch (RuntimeException $error) { echo $error->getMessage(); }`;
      const result = await run(['php', '-r', program, '--'], [folder('php/src/autoload.php')]);
      expect(result).toMatchObject({ code: 0, stdout: 'the database refused a statement' });
    },
  );
}
