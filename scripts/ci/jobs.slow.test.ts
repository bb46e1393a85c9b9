import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { hasRuntimes, type RuntimeName } from '../../test/runtimes.ts';
import { root } from '../docs/site/pages.ts';
import { action, type Job, jobIn, openMachine } from './machine.ts';

/**
 * The command of the clone that a job uses. Adds `--case` to a check of a callback endpoint, so a shop creates two orders
 * instead of forty.
 */
const fewCases = `#!/bin/sh
case "$1 $2" in "check webhook") set -- "$@" --case payin-json --case payin-form ;; esac
exec "${root}/bin/inrgate" "$@"
`;

/** Replaces `npm start`, because this repository is set up already, and the installation of a shop. */
const npm = `#!/bin/sh
case "$*" in "run pack"*|install*) exit ;; esac
[ "$*" = "start --prefix $RUNNER_TEMP/inrgate -- --version" ] && exec "$3/bin/inrgate" --version
`;

/** Creates a repository that contains only the command, because cloning all files takes most of a job. */
function repositoryOfCommand(repository: string): string {
  mkdirSync(path.join(repository, 'bin'), { recursive: true });
  writeFileSync(path.join(repository, 'bin/inrgate'), fewCases, { mode: 0o755 });
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  for (const args of [['init'], ['add', 'bin'], [...author, 'commit', '--message', 'Add the command']])
    execFileSync('git', args, { cwd: repository, stdio: 'ignore' });
  return pathToFileURL(repository).href;
}

/** Runs the job of an example on a machine that has no `inrgate` but the one of the clone. */
async function runJob(example: string, file: string, read: (text: string) => Job) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const others = folders.filter((folder) => !existsSync(path.join(folder, 'inrgate')));
  const machine = await openMachine(example);
  writeFileSync(machine.place('bin/npm'), npm);
  writeFileSync(machine.place('bin/apt-get'), '#!/bin/sh\n', { mode: 0o755 });
  symlinkSync(process.execPath, machine.place('bin/node'));
  const text = machine
    .read(`work/ci/${file}`)
    .replaceAll('/tmp/inrgate', '$RUNNER_TEMP/inrgate')
    .replaceAll('REPOSITORY-URL', repositoryOfCommand(machine.place('repository')));
  const { env, steps } = read(text);
  const own = {
    INRGATE_PORT: '4300',
    INRGATE_BASE_URL: 'http://127.0.0.1:4300/v3',
    PATH: [machine.place('bin'), ...others].join(path.delimiter),
  };
  const { failed, output } = await machine.run({ env: { ...env, ...own }, steps });
  expect(failed, output).toBeNull();
  expect(machine.read('work/inrgate.xml')).toMatch(/<testsuite [^>]*tests="[2-9]" failures="0"/);
}

test.for<[string, RuntimeName[]]>([
  ['php', ['php', 'sh']],
  ['python', ['python', 'sh']],
  ['java', ['java', 'sh']],
  ['go', ['go', 'sh']],
  ['express-shop', ['sh', 'jq']],
])('the job of %s for GitHub Actions passes', async ([example, needed], { skip }) => {
  skip(!hasRuntimes(...needed));
  await runJob(example, 'github.yml', jobIn);
});

test.runIf(hasRuntimes('php', 'sh'))('the job of php for GitLab passes', async () => {
  await runJob('php', 'gitlab.yml', (text) => {
    const { payments } = parse(text);
    return {
      env: payments.variables,
      steps: [{ run: [...payments.before_script, ...payments.script].join('\n') }],
    };
  });
});

test('the action passes its inputs to the gateway and the control token to later steps', async () => {
  const machine = await openMachine('empty');
  const { failed, output } = await machine.run({
    // The shop's own setting does not keep the action from starting a gateway.
    env: { INRGATE_BASE_URL: 'http://127.0.0.1:9/v3' },
    steps: [
      { uses: action, with: { port: '0', simulate: 'true', 'control-token': 'a-long-token' } },
      { run: 'inrgate mock settings --json && echo "$INRGATE_CONTROL_TOKEN"' },
    ],
  });
  expect(failed, output).toBeNull();
  expect(output).toMatch(/"payAfterSeconds": ?5.*a-long-token/s);
});

test('the action fails with the message of a gateway that does not start', async () => {
  const machine = await openMachine('empty');
  const { failed, output } = await machine.run({
    steps: [{ uses: action, with: { config: 'missing.yaml' } }],
  });
  expect(failed).toBe('Start the gateway');
  expect(output).toContain('missing.yaml');
});

test('the action fails if a case fails, and writes the finding to the summary', async () => {
  const machine = await openMachine('webhook-mistakes');
  const shop = `node src/main.ts wrong/json-answer > shop.log 2>&1 &
    curl --silent --output shop.txt --retry 30 --retry-connrefused --retry-delay 1 http://127.0.0.1:3000/`;
  const { failed } = await machine.run({
    steps: [
      { uses: action },
      { run: shop },
      { uses: action, with: { 'webhook-url': 'http://127.0.0.1:3000/callbacks', kind: 'payin' } },
    ],
  });
  expect(failed).toBe('Check the callback endpoint');
  expect(machine.read('temp/GITHUB_STEP_SUMMARY')).toMatch(/fail {2}payin-json/);
});
