import { expect, test } from 'vitest';
import { inProcess } from '../../test/in-process.ts';

const secret = 'aGVsbG8-S3cr3t-0f-SHOP1';

/** Returns the output of a command line as text and as JSON. The test fails if the output contains the key. */
async function rejection(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await inProcess(args, {});
  const json = await inProcess([...args, '--json'], {});
  expect({ code, stdout, json: json.code }).toEqual({ code: 2, stdout: '', json: 2 });
  expect(JSON.parse(json.stderr)).toMatchObject({ error: 'usage' });
  expect(stderr + json.stderr).not.toContain(secret);
  return stderr;
}

test.each([
  [['balance', `--mch-key=${secret}`], '--mch-key'],
  [['balance', '--mch-key', secret], '--mch-key'],
  [['balance', `--mch-secret=${secret}`], '--mch-secret'],
  [['payin', 'create', '--amount', '500.00', '--mchKey', secret], '--mchKey'],
  [['--mch-key', secret, 'balance'], '--mch-key'],
  [[`--mch_secret=${secret}`], '--mch_secret'],
  [['sign', `--key=${secret}`], '--key'],
  [['verify', '--secret', secret, 'a=1'], '--secret'],
  [['link', 'get', `--api-key=${secret}`], '--api-key'],
  [['profile', 'add', 'shop', `-mch-key=${secret}`], '-mch-key'],
  [['balance', `--mch-key${secret}`], '--mch-key'],
  [['balance', `--mchSecret${secret}`], '--mchSecret'],
  [['balance', `--mch-kye=${secret}`], '--mch-kye'],
  [['balance', '--mch-secrte', secret], '--mch-secrte'],
  [['help', 'balance', `--mch-key=${secret}`], '--mch-key'],
  [['sign', 'mchId=M1', `mchKey=${secret}`], 'mchKey'],
  [['verify', 'mchId=M1', 'sign=00', `key=${secret}`], 'key'],
])(
  'the error for a key argument lists the allowed sources of keys but not the key: %j',
  async (args, name) => {
    const text = await rejection(...args);
    expect(text).toContain(`error: ${name}: a key cannot be an argument`);
    expect(text).toMatch(/Set INRGATE_MCH_KEY or INRGATE_MCH_SECRET.*inrgate profile add NAME/);
    expect(text).not.toMatch(/did you mean|mch-id/i);
  },
);

test.each([
  ['an additional argument', ['balance', secret], 'too many arguments'],
  ['an unknown command', [secret], 'unknown command'],
  ['an unknown subcommand', ['payin', secret], 'unknown command'],
  ['an unknown value', ['sign', 'a=1', '--with', secret], '--with <key>: Expected mchKey or mchSecret'],
  [
    'a value that is not a number',
    ['reconcile', 'a.csv', `--requests-per-minute=${secret}`],
    '--requests-per-minute <number>: Use a whole number',
  ],
  ['a missing file', ['sign', secret], 'the input does not exist'],
  ['an unknown option', ['balance', `--colour=${secret}`], "unknown option '--colour'"],
  ['an unknown short option', ['balance', `-k${secret}`], 'unknown option'],
])(
  'the error for %s does not repeat the value, because the value may be a key',
  async (_case, args, expected) => {
    expect(await rejection(...args)).toContain(expected);
  },
);

test.each([
  ['a misspelt command', ['blance'], "unknown command 'blance' (Did you mean balance?)"],
  ['a misspelt option', ['balance', '--mch-di', 'M1'], "unknown option '--mch-di' (Did you mean --mch-id?)"],
  [
    'a misspelt value',
    ['payout', 'create', '--pay-type', 'bnak'],
    'Expected bank, upi or usdt. (Did you mean bank?)',
  ],
])('the error for %s suggests the similar name', async (_case, args, expected) => {
  expect(await rejection(...args)).toContain(expected);
});

test('an argument after -- is not an option', async () => {
  expect(await rejection('balance', '--', '--mch-key')).toContain('too many arguments');
});
