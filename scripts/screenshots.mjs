/**
 * `npm run screenshots` regenerates the pictures in docs/screenshots with the browser tests of the views. The script
 * passes its arguments to vitest: `npm run screenshots -- -t ledger`.
 */
import { setUpOrExit } from './setup.mjs';
import { runNode } from './workspace.mjs';

const vitest = 'node_modules/vitest/vitest.mjs';

await setUpOrExit();
process.env['INRGATE_SCREENSHOTS'] = '1';
const { code } = await runNode(vitest, ['run', '--project', 'slow', 'views.slow', ...process.argv.slice(2)], {
  inherit: true,
});
process.exitCode = code;
