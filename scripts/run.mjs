/**
 * `node scripts/run.mjs SCRIPT [ARGUMENT...]`: sets the repository up, then runs the script on the repository's
 * Node with the same standard streams. Signals reach it, and its exit code is this one's.
 */
import { setUpOrExit } from './setup.mjs';
import { runNode } from './workspace.mjs';

const [script, ...args] = process.argv.slice(2);
if (script === undefined) throw new Error('usage: node scripts/run.mjs SCRIPT [ARGUMENT...]');
await setUpOrExit();
const { code } = await runNode(script, args, { inherit: true });
process.exitCode = code;
