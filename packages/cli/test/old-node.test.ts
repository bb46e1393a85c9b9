import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { command } from './inrgate.ts';

const oldest = '24.15';
const source = fileURLToPath(new URL('../../mock-gateway/src/index.ts', import.meta.url));

/** Arguments that change the reported version of this Node. */
function sayingThatItIs(version: string): readonly string[] {
  const versions = `{ ...process.versions, node: '${version}' }`;
  return ['--import', `data:text/javascript,Object.defineProperty(process,'versions',{value:${versions}})`];
}

function runOn(version: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [...sayingThatItIs(version), ...args], { encoding: 'utf8' });
}

test.each(['20.20.2', '24.14.1', '18.0.0'])(
  'the command on Node %s prints one sentence and exits with code 2',
  (old) => {
    const { status, stdout, stderr } = runOn(old, command, 'serve', '--json');
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: `error: inrgate requires Node ${oldest} or later, but ${process.execPath} is Node ${old}.\n`,
    });
  },
);

test.each([`${oldest}.0`, '24.21.0', '26.1.0'])('the command on Node %s runs', (version) => {
  expect(runOn(version, command, '--version')).toMatchObject({ status: 0, stderr: '' });
});

test('an import of the gateway on an old Node throws a clear error', () => {
  const importing = `import(${JSON.stringify(source)}).catch((error) => console.log(String(error)))`;
  const { stdout } = runOn('20.20.2', '--conditions', '@inrgate/source', '--eval', importing);
  expect(stdout).toBe(
    `Error: @inrgate/mock-gateway requires Node ${oldest} or later, but runs on Node 20.20.2.\n`,
  );
});

test('the printed Node versions match `engines` of the packages', () => {
  for (const folder of ['cli', 'mock-gateway']) {
    const file = new URL(`../../${folder}/package.json`, import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8')).engines).toEqual({ node: `>=${oldest}` });
  }
});
