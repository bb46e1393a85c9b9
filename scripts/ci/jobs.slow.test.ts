import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { hasRuntimes } from '../../test/runtimes.ts';
import { root } from '../docs/site/pages.ts';
import { fencesIn } from '../docs/snippets/fences.ts';
import { gitlabJob, readGitlabJob } from './gitlab.ts';
import { action, describeShopJobs, machineWith } from './jobs.contract.ts';
import { readJob, runJob } from './workflow.ts';

describeShopJobs('two cases');

test.runIf(hasRuntimes('php', 'sh'))('the CI job of php passes on GitLab', async () => {
  const machine = await machineWith('php');
  const component = path.join(root, 'templates/inrgate.yml');
  const { script, env } = gitlabJob(path.join(machine.workspace, 'ci/gitlab.yml'), component);
  const { failed, output } = await runJob({ env, steps: [{ name: 'script', run: script }] }, action, machine);
  expect(failed, output).toBeNull();
  expect(machine.read('temp/installed')).toContain('@inrgate/cli@latest');
  expect(machine.read('work/inrgate.xml')).toMatch(/<testsuite [^>]*tests="[2-9]" failures="0"/);
});

/** Replaces `npm start` of a clone. Links the packages of this repository instead of installing and building them. */
const linkingStart = `#!/bin/sh
[ "$*" = "start --prefix $RUNNER_TEMP/inrgate -- --version" ] || exit 1
ln -s "${root}/packages" "${root}/node_modules" "$3" && exec "$3/bin/inrgate" --version
`;

/** Creates a repository that contains only the commands in `bin`, because cloning all files takes most of a job. */
function repositoryOfCommands(folder: string): string {
  const repository = path.join(folder, 'repository');
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
  const machine = await machineWith('empty');
  const guide = fencesIn(readFileSync(path.join(root, 'docs/how-to/test-in-ci.md'), 'utf8'));
  const jobs = guide.filter(({ text }) => text.includes('REPOSITORY-URL'));
  const job = jobs.find(({ text }) => text.includes('runs-on') === (service === 'GitHub'))?.text ?? '';
  const file = path.join(machine.workspace, 'payments.yml');
  writeFileSync(file, job.replaceAll('/tmp/inrgate', '$RUNNER_TEMP/inrgate'));
  const inrgate = path.join(root, 'node_modules/.bin/inrgate');
  execFileSync(inrgate, ['init', '--language', language], { cwd: machine.workspace, stdio: 'ignore' });
  writeFileSync(path.join(machine.temp, '../bin/npm'), linkingStart);
  symlinkSync(process.execPath, path.join(machine.temp, '../bin/node'));
  const folders = (machine.env['PATH'] ?? '').split(path.delimiter);
  const url = repositoryOfCommands(machine.temp);
  const { failed, output } = await runJob(
    service === 'GitHub' ? readJob(file) : readGitlabJob(file),
    action,
    {
      ...machine,
      env: {
        ...machine.env,
        INRGATE_PORT: '4300',
        // Remove every other `inrgate`, so the steps find only the command of the clone.
        PATH: folders.filter((folder) => !existsSync(path.join(folder, 'inrgate'))).join(path.delimiter),
      },
      change: (text) => machine.change(text.replaceAll('REPOSITORY-URL', url)),
    },
  );
  expect(failed, output).toBeNull();
  expect(machine.read('work/inrgate.xml')).toMatch(/<testsuite [^>]*tests="[4-9]\d" failures="0"/);
});

describe('the action', () => {
  test('the action passes its inputs to the gateway and the control token to later steps', async () => {
    const machine = await machineWith('curl');
    const inputs = { port: '0', simulate: 'true', 'control-token': 'a-long-token' };
    const steps = [
      { uses: action.uses, with: inputs },
      {
        run: 'inrgate mock settings --json && curl --silent --fail "$INRGATE_CONTROL_URL/health" -H "Authorization: Bearer $INRGATE_CONTROL_TOKEN"',
      },
    ];
    const { failed, output } = await runJob({ steps }, action, machine);
    expect(failed, output).toBeNull();
    expect(output).toMatch(/"payAfterSeconds": ?5/);
    expect(output).toContain('"status":"ok"');
  });

  test('the action fails with the message of a gateway that does not start', async () => {
    const machine = await machineWith('curl');
    const steps = [{ uses: action.uses, with: { config: 'missing.yaml' } }];
    const { failed, output } = await runJob({ steps }, action, machine);
    expect(failed).toBe('Start the gateway');
    expect(output).toContain('missing.yaml');
  });

  test('the action fails if a case fails, and writes the finding to the summary', async () => {
    const machine = await machineWith('webhook-mistakes');
    const steps = [
      { uses: action.uses },
      {
        run: `node src/main.ts wrong/json-answer > shop.log 2>&1 &
          curl --silent --output shop.txt --retry 30 --retry-connrefused --retry-delay 1 http://127.0.0.1:3000/`,
      },
      { uses: action.uses, with: { 'webhook-url': 'http://127.0.0.1:3000/callbacks', kind: 'payin' } },
    ];
    const { failed, summary } = await runJob({ steps }, action, machine);
    expect(failed).toBe('Check the callback endpoint');
    expect(summary).toMatch(/fail {2}payin-json/);
  });
});
