/**
 * `node scripts/run.mjs [--run-only] SCRIPT [ARGUMENT...]` sets the repository up and runs the script on the
 * repository's Node with the same standard streams. `--run-only` sets up only the parts that run the gateway, and runs
 * the script with the packages' source. The script receives the signals of this process and determines its exit code.
 */
import path from 'node:path';
import { setUpOrExit } from './setup.mjs';
import { repositoryNode, root, run } from './workspace.mjs';

const given = process.argv.slice(2);
const runOnly = given[0] === '--run-only';
const [script, ...args] = runOnly ? given.slice(1) : given;
if (script === undefined) throw new Error('usage: node scripts/run.mjs [--run-only] SCRIPT [ARGUMENT...]');
await setUpOrExit(runOnly ? 'run' : 'whole');
const node = runOnly ? ['--conditions=@inrgate/source'] : [];
const env = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'), ...process.env };
const { code } = await run(repositoryNode(), [...node, script, ...args], { env, inherit: true });
process.exitCode = code;
