import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCommand } from '../src/input/lazy-commands.ts';
import { createProgram } from '../src/program.ts';
import { inProcess, runInProcess, serveInProcess } from './in-process.ts';
import { deadAddress, type Ended, type Env, homeIn, type Served } from './inrgate.ts';

const mchKey = 'mch-key-that-nobody-may-see';
const mchSecret = 'mch-secret-that-nobody-may-see';
const secret = 'that-nobody-may-see';

let folder: string;
let cwd: string;
let gateway: Served;
let env: Env;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-keys-'));
  cwd = path.join(folder, 'work');
  mkdirSync(cwd);
  const config = path.join(folder, 'config.json');
  const merchants = [{ mchId: 'SHOP1', mchKey, mchSecret }];
  // Disable the rate limit, because the second `check gateway` would wait for a minute.
  writeFileSync(config, JSON.stringify({ merchants, settings: { rateLimitPerMinute: null } }));
  writeFileSync(path.join(cwd, 'orders.csv'), 'type,mchOrderNo,amount\npayin,P-1,500.00\n');
  gateway = await serveInProcess(['--config', config]);
  env = {
    ...homeIn(path.join(folder, 'home')),
    ...gateway.env,
    INRGATE_MCH_ID: 'SHOP1',
    INRGATE_MCH_KEY: mchKey,
    INRGATE_MCH_SECRET: mchSecret,
  };
});

afterAll(async () => {
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const payout = '--amount 500.00 --upi-id asha@okhdfcbank';

/**
 * Every command at least once, after the commands that it needs. `<payin>` stands for the order number of the order
 * with this name, and `<orders.csv>` stands for a file. Other tests cover the commands that run until they are stopped.
 */
const calls: readonly string[] = [
  'mock credit 100000.00 SHOP1',
  'mock merchants update SHOP1 --ip-allow-list 127.0.0.1,::1',
  'payin create --mch-order-no P-1 --amount 500.00',
  'payin get --mch-order-no P-1',
  `payout create --mch-order-no W-1 ${payout}`,
  'payout get --mch-order-no W-1',
  'reconcile <orders.csv>',
  'balance',
  'where P-1',
  'mock snapshot save before',
  'mock snapshot list',
  'mock snapshot restore before',
  'mock snapshot remove before',
  'link create --amount 500.00 --client-ref L-1',
  'link get --link-code <link>',
  'sign mchId=SHOP1 mchOrderNo=P-1',
  `sign api_key=${mchKey} link_code=L1`,
  'verify mchId=SHOP1 mchOrderNo=P-1 sign=00000000000000000000000000000000',
  'explain mchId=SHOP1 mchOrderNo=P-1 sign=00000000000000000000000000000000',
  'mock payins list',
  'mock payins get <payin>',
  'mock payouts list',
  'mock payouts get <payout>',
  'mock links list',
  'mock links get <link>',
  'mock pay <payin>',
  'payin wait --mch-order-no P-1',
  'mock fail <link>',
  'mock approve <payout>',
  'mock complete <payout>',
  'payout wait --mch-order-no W-1',
  'mock reject <payout>',
  'mock cancel <payout>',
  'mock resend <payin>',
  'mock callbacks list',
  'mock callbacks get <callback>',
  'mock callbacks settle --timeout 1s',
  'mock clock',
  'mock advance 1s',
  'mock freeze',
  'mock resume',
  'mock fault add --endpoint payin --action delay --ms 1 --mch-order-no NONE',
  'mock fault list',
  'mock fault remove <fault>',
  'mock merchants list',
  'mock merchants get SHOP1',
  'mock merchants create',
  'mock wallet SHOP1',
  'mock ledger SHOP1',
  'mock test-callback SHOP1',
  'mock notifications SHOP1',
  'mock requests list',
  'mock requests get <request>',
  'mock requests har',
  'mock settings get',
  'mock settings set --usdt-rate 91.0000',
  'mock health',
  'mock ready',
  'mock locks',
  'mock unlock 127.0.0.1',
  'check webhook <endpoint> --yes',
  // The start command prints its environment and ends.
  'check shop --start env --url http://127.0.0.1:1',
  'check gateway',
  'trigger payin.success',
  'logs --no-follow',
  'profile add shop --from-env',
  'profile list',
  'profile use shop',
  'profile use --none',
  'profile remove shop',
  'completion bash',
  'mock reset',
];

/** `mock merchants` prints the keys of test merchants, but only with --json. */
const tellsKeys = /^mock merchants /;

/** Lists of the control API with the order numbers and ids of the calls, and the field that contains them. */
const lists: ReadonlyMap<string, readonly [list: string, field: string]> = new Map([
  ['payin', ['/payins', 'orderNo']],
  ['payout', ['/payouts?mchOrderNo=W-1', 'orderNo']],
  ['link', ['/links', 'linkCode']],
  ['fault', ['/faults', 'id']],
  ['callback', ['/callbacks', 'id']],
  ['request', ['/requests', 'id']],
] as const);

/** Returns the words of a call, with the values of its names. */
function filled(call: string): Promise<string[]> {
  return Promise.all(
    call.split(' ').map(async (word) => {
      const name = /^<(.+)>$/.exec(word)?.[1];
      if (name === undefined) return word;
      if (name === 'endpoint') return `${gateway.ready.url}/nowhere`;
      const list = lists.get(name);
      return list === undefined ? path.join(cwd, name) : newest(...list);
    }),
  );
}

async function newest(list: string, field: string): Promise<string> {
  const answer = await fetch(`${gateway.ready.controlUrl}${list}`);
  const { items } = (await answer.json()) as { readonly items: readonly Record<string, string>[] };
  return items[0]?.[field] ?? '';
}

function filesBelow(parent: string): readonly string[] {
  return readdirSync(parent, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(parent, name))
    .filter((file) => statSync(file).isFile());
}

/** Returns every file that contains a key, except the gateway's configuration. */
function filesWithKeys(): readonly string[] {
  const files = filesBelow(folder).filter((file) => path.basename(file) !== 'config.json');
  return files.filter((file) => readFileSync(file, 'utf8').includes(secret));
}

async function leaves(command: Command, words: readonly string[]): Promise<readonly string[]> {
  await loadCommand(command);
  const below = command.commands.filter((subcommand) => subcommand.name() !== '__complete');
  if (below.length === 0) return [words.join(' ')];
  return (await Promise.all(below.map((next) => leaves(next, [...words, next.name()])))).flat();
}

test('the calls in this test cover every command', async () => {
  // Other tests cover these commands: mcp-keys.test.ts calls every tool of `mcp`, and init.slow.test.ts checks the
  // files of `init`, which contain the demo merchant's keys.
  const running = ['serve', 'listen', 'proxy', 'mcp', 'init'];
  const missing = (await leaves(createProgram(), [])).filter(
    (name) => !running.includes(name) && !calls.some((call) => `${call} `.startsWith(`${name} `)),
  );
  expect(missing).toEqual([]);
});

// Call the commands in this process, because some hundred processes would take longer than all other tests.
test('no command prints a key or stores a key outside the profile file', async () => {
  const shown: string[] = [];
  const misused: string[] = [];
  const told = (call: string, { stdout, stderr }: Ended) => `${call}: ${stdout}${stderr}`;
  for (const call of calls) {
    const args = await filled(call);
    const answers = [await inProcess(args, env)];
    if (!tellsKeys.test(call) && !call.startsWith('profile')) {
      answers.push(await inProcess([...args, '--json'], env));
    }
    const texts = answers.map((answer) => told(call, answer));
    shown.push(...texts.filter((text) => text.replace(call, '').includes(secret)));
    misused.push(...texts.filter((_, index) => answers[index]?.code === 2));
    const files = filesWithKeys().map((file) => path.basename(file));
    if (files.some((file) => file !== 'profiles.json')) shown.push(`${call}: ${files}`);
  }
  expect(shown).toEqual([]);
  expect(misused).toEqual([]);
});

test.each([
  ['listen', ['listen', '--set-callback-url'], /127\.0\.0\.1/],
  ['serve', ['serve', '--port', '0', '--config', 'config.json'], /Ctrl-C/],
])('the command %s prints no key while it runs', async (_name, args, started) => {
  const words = args.map((word) => (word === 'config.json' ? path.join(folder, word) : word));
  const running = runInProcess(words, env);
  await running.line(started);
  if (args[0] === 'listen') {
    await inProcess(['mock', 'test-callback', 'SHOP1'], env);
    await inProcess(['trigger', 'payin.success'], env);
  }
  const { stdout, stderr } = await running.stop();
  expect(stdout + stderr).not.toContain(secret);
});

test.each([
  ['balance', { INRGATE_MCH_SECRET: `another-secret-${secret}` }],
  ['payin create --mch-order-no P-2 --amount 500.00', { INRGATE_MCH_KEY: `another-key-${secret}` }],
  ['link get --link-code L1', { INRGATE_MCH_KEY: `another-key-${secret}` }],
  ['balance', 'INRGATE_BASE_URL'],
  ['link create --amount 5', 'INRGATE_LEGACY_BASE_URL'],
])('an error message contains no key: %s', async (call, wrong) => {
  const wrongEnv = typeof wrong === 'string' ? { [wrong]: await deadAddress() } : wrong;
  for (const json of [[], ['--json']]) {
    const { code, stdout, stderr } = await inProcess([...call.split(' '), ...json], { ...env, ...wrongEnv });
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toContain(secret);
  }
});
