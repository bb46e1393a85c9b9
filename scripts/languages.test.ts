import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sign } from '../packages/sdk/src/protocol.ts';
import { hasRuntimes } from '../test/runtimes.ts';
import { vectors, vectorsFile } from '../test/vectors.ts';
import { runtimes } from './docs/snippets/runtimes.ts';

const whole = readFileSync(new URL('../docs/how-to/other-languages.md', import.meta.url), 'utf8');
/** The section of the page about signatures. Another test runs the later sections with all other snippets. */
const [page = ''] = whole.split('\n## Send requests\n');

/** Commands that run the programs in each language of the page. */
const languages = {
  python: { file: 'sign.py', run: ['python3'] },
  php: { file: 'sign.php', run: ['php'] },
  java: { file: 'Sign.java', run: runtimes.java.run.split(' ') },
  go: { file: 'sign.go', run: ['go', 'run'] },
  sh: { file: 'sign.sh', run: ['sh'] },
} as const;

const programs = Object.entries(languages) as [
  keyof typeof languages,
  (typeof languages)[keyof typeof languages],
][];

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-languages-'));
/**
 * Code that signs every published vector with `sign` of the page. The examples in Java and Go sign vectors themselves.
 */
const signAll: Readonly<Partial<Record<keyof typeof languages, string>>> = {
  python: `
import json, sys
for one in json.load(open(sys.argv[1], encoding="utf-8"))["signatures"]:
    print(sign(one["params"], one["key"]))`,
  php: `
foreach (json_decode(file_get_contents($argv[1]), true)['signatures'] as $one) {
    echo sign($one['params'], $one['key']), "\n";
}`,
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const order = {
  mchId: 'DEMO1001',
  mchOrderNo: 'ORDER-5',
  amount: '500.00',
  extra: 'चाय & café',
  notifyUrl: '',
};

function run([program = '', ...args]: readonly string[]) {
  return spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
}

it('the page of languages contains a program for each language, with its output', () => {
  const fences = [...page.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
  expect(fences).toEqual(Object.keys(languages));
  expect(page).toContain(`\`${expected()}\``);
});

function expected(): string {
  return sign(order, 'demo-mch-key');
}

describe.each(programs)('the program in %s', (language, { file, run: runner }) => {
  const [, program = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page) ?? [];
  const follow = (text: string, ...args: readonly string[]) => {
    const at = path.join(folder, file);
    writeFileSync(at, text);
    return run([...runner, at, ...args]);
  };

  it.runIf(hasRuntimes(language))('the program signs the order as the SDK does', () => {
    const { stdout, stderr } = follow(program);
    expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: expected(), stderr: '' });
  });

  const loop = signAll[language];
  if (loop !== undefined) {
    it.runIf(hasRuntimes(language))('the program signs the published vectors', () => {
      const { stdout, stderr } = follow(`${program}\n${loop}\n`, vectorsFile);
      const signs = vectors.signatures.map(({ sign, expected = sign.toUpperCase() }) => expected);
      expect({ stdout: stdout.split('\n').slice(1, -1), stderr }).toEqual({ stdout: signs, stderr: '' });
    });
  }

  it.runIf(hasRuntimes(language))('the program rejects an empty key with a reason', () => {
    const [before, after, ...others] = program.split('demo-mch-key');
    expect(others).toEqual([]);
    const { status, stdout, stderr } = follow(`${before}${after}`);
    expect(status).toBeGreaterThan(0);
    expect(`${stdout}${stderr}`).toContain('the key is empty');
    expect(stdout).not.toMatch(/[0-9A-F]{32}/i);
  });
});
