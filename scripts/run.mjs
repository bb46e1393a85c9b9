/**
 * `node scripts/run.mjs [--run-only] SCRIPT [ARGUMENT...]` sets the repository up and runs the script on the
 * repository's Node with the same standard streams. `--run-only` sets up only the parts that run the gateway. The
 * script receives the signals of this process and determines its exit code.
 */
import { setUpOrExit } from './setup.mjs';
import { runNode } from './workspace.mjs';

const given = process.argv.slice(2);
const runOnly = given[0] === '--run-only';
const [script, ...args] = runOnly ? given.slice(1) : given;
if (script === undefined) throw new Error('usage: node scripts/run.mjs [--run-only] SCRIPT [ARGUMENT...]');
await setUpOrExit(runOnly ? 'run' : 'whole');
const { code } = await runNode(script, args, { inherit: true });
process.exitCode = code;
