import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasRuntimes, type RuntimeName } from '../../test/runtimes.ts';
import { temporaryFolder } from '../../test/server-process.ts';
import { root } from '../docs/site/pages.ts';
import { Ports } from '../docs/snippets/ports.ts';
import { readJob, runJob } from './workflow.ts';

export const action = { uses: 'inrgate/inrgate@v0', file: path.join(root, 'action.yml') };

/** Creates a machine whose checkout is an example or an `empty` folder. `npm` installs the repository's own command. */
export async function machineWith(example: string) {
  const folder = await temporaryFolder('ci');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = (name: string) => path.join(folder, name);
  const [source, workspace, temp] = [path.join(root, 'examples', example), place('work'), place('temp')];
  if (example === 'empty') mkdirSync(workspace);
  else cpSync(source, workspace, { recursive: true, filter: (file) => !file.endsWith('node_modules') });
  if (existsSync(path.join(source, 'node_modules')))
    symlinkSync(path.join(source, 'node_modules'), path.join(workspace, 'node_modules'));
  for (const made of [temp, place('bin')]) mkdirSync(made);
  writeFileSync(place('bin/npm'), `#!/bin/sh\necho "npm $*" >> "${temp}/installed"\n`, { mode: 0o755 });
  const ports = await Ports.find();
  const PATH = [place('bin'), path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter);
  const shop = { PORT: '3000', NOTIFY_URL: 'http://127.0.0.1:3000/callbacks' };
  return {
    workspace,
    temp,
    env: {
      ...process.env,
      PATH,
      ...shop,
      // These short programs gain nothing from the optimizing compiler.
      JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
      INRGATE_MCH_ID: 'DEMO1001',
      INRGATE_MCH_KEY: 'demo-mch-key',
    } as Record<string, string>,
    change: (text: string) => ports.in(text),
    read: (name: string) => readFileSync(place(name), 'utf8'),
  };
}

/** Adds `--case` to a check of a callback endpoint, so a shop creates two orders instead of forty. */
const fewCases = `#!/bin/sh
case "$1 $2" in "check webhook") set -- "$@" --case payin-json --case payin-form ;; esac
exec "${path.join(root, 'node_modules/.bin/inrgate')}" "$@"
`;

/** Tests the CI job of each example shop. The job checks the shop with all cases of the check, or with two. */
export function describeShopJobs(cases: 'all cases' | 'two cases'): void {
  describe('the CI job of each example shop', () => {
    test.for<[string, RuntimeName[]]>([
      ['php', ['php', 'sh']],
      ['python', ['python', 'sh']],
      ['java', ['java', 'sh']],
      ['go', ['go', 'sh']],
      ['express-shop', ['sh', 'jq']],
    ])('the CI job of %s passes', async ([example, needed], { skip }) => {
      skip(!hasRuntimes(...needed));
      const machine = await machineWith(example);
      if (cases === 'two cases')
        writeFileSync(path.join(machine.temp, '../bin/inrgate'), fewCases, { mode: 0o755 });
      const job = readJob(path.join(machine.workspace, 'ci/github.yml'));
      const { failed, output, summary } = await runJob(job, action, machine);
      expect(failed, output).toBeNull();
      expect(machine.read('temp/installed')).toContain('@inrgate/cli@latest');
      expect(summary).toMatch(/^## Callback endpoint\n.* passed, 0 failed, /s);
      const counted = cases === 'all cases' ? '(?:3[3-9]|[4-9]\\d)' : '[2-9]';
      expect(machine.read('work/inrgate.xml')).toMatch(
        new RegExp(`<testsuite [^>]*tests="${counted}" failures="0"`),
      );
    });
  });
}
