import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { hasRuntimes, type RuntimeName } from '../../test/runtimes.ts';
import { root } from '../docs/site/pages.ts';
import { fencesIn } from '../docs/snippets/fences.ts';
import { action, type Job, jobIn, openMachine } from './machine.ts';

const ownCommand = path.join(root, 'node_modules/.bin/inrgate');

/** Adds `--case` to a check of a callback endpoint, so a shop creates two orders instead of forty. */
const fewCases = `#!/bin/sh
case "$1 $2" in "check webhook") set -- "$@" --case payin-json --case payin-form ;; esac
exec "${ownCommand}" "$@"
`;

test.for<[string, RuntimeName[]]>([
  ['php', ['php', 'sh']],
  ['python', ['python', 'sh']],
  ['java', ['java', 'sh']],
  ['go', ['go', 'sh']],
  ['express-shop', ['sh', 'jq']],
])('the job of %s for GitHub Actions passes', async ([example, needed], { skip }) => {
  skip(!hasRuntimes(...needed));
  const machine = await openMachine(example);
  writeFileSync(machine.place('bin/inrgate'), fewCases, { mode: 0o755 });
  const { failed, output } = await machine.run(jobIn(machine.read('work/ci/github.yml')));
  expect(failed, output).toBeNull();
  expect(machine.read('installed')).toContain('@inrgate/cli@latest');
  expect(machine.read('temp/GITHUB_STEP_SUMMARY')).toMatch(/^## Callback endpoint\n.* passed, 0 failed, /s);
  expect(machine.read('work/inrgate.xml')).toMatch(/<testsuite [^>]*tests="[2-9]" failures="0"/);
});

/** Returns the job of a file that extends the component, with the component's defaults. */
function gitlabJob(file: string): Job {
  const component = readFileSync(path.join(root, 'templates/inrgate.yml'), 'utf8');
  const [{ spec }, template] = parseAllDocuments(component).map((one) => one.toJS());
  const filled = (text: string) =>
    text.replaceAll(/\$\[\[ inputs\.(\w+) \]\]/g, (_all, name: string) => spec.inputs[name].default);
  const { variables, before_script: before } = JSON.parse(filled(JSON.stringify(template['.inrgate'])));
  const { payments } = parse(file);
  const script = [...before, ...payments.script].join('\n');
  return { env: { ...variables, ...payments.variables }, steps: [{ run: script }] };
}

test.runIf(hasRuntimes('php', 'sh'))('the job of php for GitLab passes', async () => {
  const machine = await openMachine('php');
  const { failed, output } = await machine.run(gitlabJob(machine.read('work/ci/gitlab.yml')));
  expect(failed, output).toBeNull();
  expect(machine.read('installed')).toContain('@inrgate/cli@latest');
  expect(machine.read('work/inrgate.xml')).toMatch(/<testsuite [^>]*tests="[2-9]" failures="0"/);
});

/** Replaces `npm start` of a clone. Links the packages of this repository instead of installing and building them. */
const linkingStart = `#!/bin/sh
[ "$*" = "start --prefix $RUNNER_TEMP/inrgate -- --version" ] || exit 1
ln -s "${root}/packages" "${root}/node_modules" "$3" && exec "$3/bin/inrgate" --version
`;

/** Creates a repository that contains only the commands in `bin`, because cloning all files takes most of a job. */
function repositoryOfCommands(repository: string): string {
  mkdirSync(repository);
  cpSync(path.join(root, 'bin'), path.join(repository, 'bin'), { recursive: true });
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  for (const args of [['init'], ['add', 'bin'], [...author, 'commit', '--message', 'Add the commands']])
    execFileSync('git', args, { cwd: repository, stdio: 'ignore' });
  return pathToFileURL(repository).href;
}

test.runIf(hasRuntimes('php', 'sh')).each([
  ['GitHub', 'php'],
  ['GitLab', 'node'],
])('the %s job of the guide test-in-ci passes', async (service, language) => {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  // The steps find only the command of the clone.
  const others = folders.filter((folder) => !existsSync(path.join(folder, 'inrgate')));
  const machine = await openMachine('empty');
  const PATH = [machine.place('bin'), ...others].join(path.delimiter);
  writeFileSync(machine.place('bin/npm'), linkingStart);
  symlinkSync(process.execPath, machine.place('bin/node'));
  execFileSync(ownCommand, ['init', '--language', language], { cwd: machine.place('work'), stdio: 'ignore' });
  const guide = fencesIn(readFileSync(path.join(root, 'docs/how-to/test-in-ci.md'), 'utf8'));
  const jobs = guide.filter(({ text }) => text.includes('REPOSITORY-URL'));
  const text = (jobs.find(({ text }) => text.includes('runs-on') === (service === 'GitHub'))?.text ?? '')
    .replaceAll('/tmp/inrgate', '$RUNNER_TEMP/inrgate')
    .replaceAll('REPOSITORY-URL', repositoryOfCommands(machine.place('repository')));
  const gitlab = () => {
    const { payments } = parse(text);
    return { env: payments.variables, steps: [{ run: payments.script.join('\n') }] };
  };
  const { env, steps } = service === 'GitHub' ? jobIn(text) : gitlab();
  const { failed, output } = await machine.run({ env: { ...env, INRGATE_PORT: '4300', PATH }, steps });
  expect(failed, output).toBeNull();
  expect(machine.read('work/inrgate.xml')).toMatch(/<testsuite [^>]*tests="[4-9]\d" failures="0"/);
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
