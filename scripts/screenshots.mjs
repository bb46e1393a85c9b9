/** `npm run screenshots`: takes the pictures in docs/screenshots anew, by the browser tests that look at the views. */
import { setUpOrExit } from './setup.mjs';
import { runNode } from './workspace.mjs';

const vitest = 'node_modules/vitest/vitest.mjs';

await setUpOrExit();
process.env['INRGATE_SCREENSHOTS'] = '1';
const { code } = await runNode(vitest, ['run', '--project', 'apart', '-views.slow'], { inherit: true });
process.exitCode = code;
