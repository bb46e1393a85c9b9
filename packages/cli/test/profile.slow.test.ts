import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProcess } from './in-process.ts';
import { type Ended, type Env, homeIn } from './inrgate.ts';

let home: string;
let env: Env;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'inrgate-profile-'));
  env = homeIn(home);
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const keys = { INRGATE_MCH_KEY: 'key-that-stays-secret', INRGATE_MCH_SECRET: 'secret-that-stays-too' };

function profile(...args: string[]): Promise<Ended> {
  return inProcess(['profile', ...args], env);
}

function addFromEnv(name: string, ...args: string[]): Promise<Ended> {
  return inProcess(['profile', 'add', name, '--mch-id', 'M1', '--from-env', ...args], { ...env, ...keys });
}

/** Path of the file on Linux. macOS and Windows use other folders below the home folder. */
async function savedFile(): Promise<string> {
  const { stderr } = await addFromEnv('finder');
  await profile('remove', 'finder');
  return /saved in (.*profiles\.json)/.exec(stderr)?.[1] ?? '';
}

test('profile add reads the keys from the environment and prints none of them', async () => {
  const { code, stdout, stderr } = await addFromEnv('shop', '--base-url', 'https://gateway.example/v3');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Profile shop\n/);
  expect(stdout).toMatch(/^ {2}mchKey +set$/m);
  expect(stdout + stderr).not.toMatch(/stays-(secret|too)/);
  const file = await savedFile();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(readFileSync(file, 'utf8')).toContain('key-that-stays-secret');
});

test('profile add prints each step on a line and trims a line break after a value', async () => {
  const { stdout, stderr } = await inProcess(['profile', 'add', 'shop', '--from-env'], {
    ...env,
    INRGATE_MCH_ID: 'M1\n',
    INRGATE_MCH_KEY: `${keys.INRGATE_MCH_KEY}\n`,
  });
  expect(stdout + stderr).not.toContain('\\u{');
  expect(stdout).toMatch(/^ {2}mchId +M1$/m);
  expect(stderr).toMatch(
    /^saved in .*profiles\.json\nnext: inrgate balance --profile shop\nto make it the default: inrgate profile use shop\n$/,
  );
  const file = /saved in (.*)/.exec(stderr)?.[1] ?? '';
  expect(JSON.parse(readFileSync(file, 'utf8')).profiles.shop).toEqual({
    mchId: 'M1',
    mchKey: keys.INRGATE_MCH_KEY,
  });
});

test('profile list shows the saved values, but only whether each key exists', async () => {
  await addFromEnv('shop');
  await profile('use', 'shop');
  await inProcess(['profile', 'add', 'mart', '--mch-id', 'M2', '--from-env'], {
    ...env,
    INRGATE_MCH_SECRET: 's-2',
  });
  const { stdout } = await profile('list');
  expect(stdout).toBe(
    [
      '     name  mchId  baseUrl  mchKey   mchSecret',
      '  *  shop  M1              set      set',
      '     mart  M2              not set  set',
      '',
    ].join('\n'),
  );
  const { items } = JSON.parse((await profile('list', '--json')).stdout);
  expect(items[1]).toEqual({
    name: 'mart',
    current: false,
    mchId: 'M2',
    baseUrl: null,
    legacyBaseUrl: null,
    mchKey: 'not set',
    mchSecret: 'set',
  });
});

test('a profile applies if --profile or INRGATE_PROFILE names the profile, or if the profile is the default', async () => {
  await addFromEnv('shop');
  const sign = ['sign', 'mchId=M1', 'mchOrderNo=O-1', '--json'];
  const expected = (await inProcess(sign, { ...env, ...keys })).stdout;
  expect((await inProcess([...sign, '--profile', 'shop'], env)).stdout).toBe(expected);
  expect((await inProcess(sign, { ...env, INRGATE_PROFILE: 'shop' })).stdout).toBe(expected);
  expect((await inProcess(sign, env)).stdout).not.toBe(expected);
  await profile('use', 'shop');
  expect((await inProcess(sign, env)).stdout).toBe(expected);
  await profile('use', '--none');
  expect((await inProcess(sign, env)).stdout).not.toBe(expected);
});

test('notes name the default profile and the variable that overrides the profile', async () => {
  await addFromEnv('shop');
  await profile('use', 'shop');
  const { stderr } = await inProcess(['sign', 'a=1'], { ...env, INRGATE_MCH_SECRET: 'another-secret' });
  expect(stderr).toBe(
    'note: profile shop, merchant M1\nnote: the variable INRGATE_MCH_SECRET overrides the profile\n',
  );
});

test('profile remove deletes the keys and clears the default', async () => {
  await addFromEnv('shop');
  await profile('use', 'shop');
  const file = await savedFile();
  expect((await profile('remove', 'shop')).code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ profiles: {} });
});

test.each([
  ['an unknown profile', ['balance', '--profile', 'shp'], 'Saved profiles: shop (Did you mean shop?)'],
  [
    'an unknown profile for a command without a profile',
    ['completion', 'bash', '--profile', 'shp'],
    'Saved profiles: shop',
  ],
  ['to remove an unknown profile', ['profile', 'remove', 'shp'], 'Did you mean shop?'],
  ['to use an unknown profile', ['profile', 'use', 'shp'], 'Did you mean shop?'],
  ['to use a profile without a name', ['profile', 'use'], 'Add a profile name, or use --none'],
  [
    'to replace a profile without --force',
    ['profile', 'add', 'shop', '--mch-id', 'M1', '--from-env'],
    'Use --force to replace it',
  ],
  ['a name with a space', ['profile', 'add', 'my shop', '--from-env'], 'letters, digits'],
  ['a profile without a key', ['profile', 'add', 'mart', '--mch-id', 'M1'], 'add --from-env'],
  ['a profile without a merchant', ['profile', 'add', 'mart', '--from-env'], 'Use --mch-id'],
  [
    'a relative base URL',
    ['profile', 'add', 'mart', '--base-url', 'gateway.example'],
    'absolute http or https URL',
  ],
  [
    'a key as an option',
    ['profile', 'add', 'mart', '--mch-key', 'k'],
    '--mch-key: a key cannot be an argument',
  ],
])('the command rejects %s with exit code 2', async (_case, args, expected) => {
  await addFromEnv('shop');
  const { code, stdout, stderr } = await inProcess(args, env);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(expected);
});

test('profile add --force replaces a profile', async () => {
  await addFromEnv('shop');
  expect((await addFromEnv('shop', '--force', '--base-url', 'https://new.example/v3')).code).toBe(0);
  expect((await profile('list')).stdout).toContain('https://new.example/v3');
});

test('every command rejects a profile file that other users may read', async () => {
  await addFromEnv('shop');
  const file = await savedFile();
  chmodSync(file, 0o644);
  const { code, stderr } = await inProcess(['balance'], env);
  expect(code).toBe(2);
  expect(stderr).toBe(
    `error: ${file} contains keys, but other users can read the file. Run chmod 600 ${file}\n`,
  );
});
