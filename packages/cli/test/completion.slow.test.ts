import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { inProcess } from './in-process.ts';
import { command, type Env, environment, homeIn } from './inrgate.ts';

const run = promisify(execFile);

let folder: string;
let env: Env;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-completion-'));
  env = homeIn(folder);
  // A file with the name of the installed command.
  const installed = path.join(folder, 'inrgate');
  writeFileSync(installed, `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`);
  chmodSync(installed, 0o755);
  writeFileSync(path.join(folder, 'orders of today.csv'), '');
  writeFileSync(path.join(folder, 'completion.bash'), (await inProcess(['completion', 'bash'])).stdout);
  const add = ['profile', 'add', 'shop', '--mch-id', 'M1', '--from-env'];
  await inProcess(add, { ...env, INRGATE_MCH_KEY: 'key-of-shop-1' });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns bash's completions for these words. The last word is incomplete. */
async function bash(...words: string[]): Promise<readonly string[]> {
  const script = `source ./completion.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
entry=$(complete -p inrgate)
function=\${entry#*-F }
"\${function% *}"
printf "%s\\n" "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await run(
    'bash',
    ['-c', script, 'bash', path.join(folder, 'inrgate'), ...words],
    {
      cwd: folder,
      env: environment(env),
    },
  );
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

test.runIf(hasRuntimes('bash')).each([
  ['commands', ['pay'], ['payin', 'payout']],
  ['subcommands', ['payout', 'cr'], ['create']],
  ['options', ['payin', 'create', '--mch'], ['--mch-order-no', '--mch-id']],
  ['the values of an option', ['payin', 'create', '--trade-type', ''], ['INRUPI', 'usdt']],
  ['the values of an option after =', ['payout', 'create', '--pay-type', '=', 'u'], ['upi', 'usdt']],
  ['profiles', ['balance', '--profile', ''], ['shop']],
  ['the profiles of an argument', ['profile', 'use', 's'], ['shop']],
  ['scenarios', ['trigger', 'payin.succ'], ['payin.success']],
  ['banks', ['payout', 'create', '--bank-code', 'HD'], ['HDFC\\ Bank']],
  ['shells', ['completion', ''], ['bash', 'zsh', 'fish']],
  ['files', ['sign', 'or'], ['orders of today.csv']],
  ['nothing for an unknown word', ['payin', 'create', '--amount', ''], []],
])('the bash completion suggests %s', async (_case, words, expected) => {
  expect(await bash(...words)).toEqual(expected);
});

test.each(['bash', 'zsh', 'fish'])(
  'completion %s prints a script that calls the command for suggestions',
  async (shell) => {
    const { code, stdout, stderr } = await inProcess(['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('__complete');
  },
);

test('the command completion rejects an unknown shell', async () => {
  const { code, stdout, stderr } = await inProcess(['completion', 'zhs']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Expected bash, zsh or fish. (Did you mean zsh?)');
});

test('the completion prints no error for an unknown word, because the shell would insert the message', async () => {
  expect(await inProcess(['__complete', '--', 'payin', 'nonsense', '--x', ''])).toMatchObject({
    code: 0,
    stderr: '',
  });
});
