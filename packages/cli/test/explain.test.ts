import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sign } from '@inrgate/sdk/protocol';
import { afterAll, expect, test } from 'vitest';
import { inProcess } from './in-process.ts';
import { homeIn } from './inrgate.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-explain-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mchKey = 'key-that-stays-secret';
const mchSecret = 'secret-that-stays-too';
const env = {
  ...homeIn(folder),
  INRGATE_MCH_ID: 'M1',
  INRGATE_MCH_KEY: mchKey,
  INRGATE_MCH_SECRET: mchSecret,
  NO_COLOR: '1',
  FORCE_COLOR: '0',
};

const order = { mchId: 'M1', mchOrderNo: 'ORDER-1', amount: '500.00' };
const canonical = 'amount=500.00&mchId=M1&mchOrderNo=ORDER-1&key=***';
const right = sign(order, mchKey);

function file(name: string, content: string | object): string {
  const at = path.join(folder, name);
  writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content));
  return at;
}

/** Creates the files and runs the command. Fails if the output contains a key. */
async function explain(...args: readonly string[]) {
  const ended = await inProcess(['explain', ...args], env);
  expect(ended.stdout + ended.stderr).not.toMatch(/stays-(secret|too)/);
  return ended;
}

async function explainJson(...args: readonly string[]) {
  const { code, stdout } = await explain(...args, '--json');
  return { code, data: JSON.parse(stdout) };
}

test('explain reports a correct signature as valid with exit code 0', async () => {
  const { code, data } = await explainJson(file('right.json', { ...order, sign: right }));
  expect({ code, data }).toEqual({
    code: 0,
    data: {
      verdict: 'valid',
      mistakes: [],
      expected: { canonical, sign: right },
      received: { canonical, sign: right },
    },
  });
});

test('explain exits with code 4 for one mistake and prints the name of the mistake and both base strings', async () => {
  const wrong = sign({ ...order, amount: '500' }, mchKey);
  const { code, data } = await explainJson(file('amount.json', { ...order, sign: wrong }));
  expect({ code, data }).toEqual({
    code: 4,
    data: {
      verdict: 'explained',
      mistakes: [
        {
          id: expect.any(String),
          title: expect.stringContaining('no decimals that are 0'),
          fix: expect.any(String),
        },
      ],
      expected: { canonical, sign: right },
      received: { canonical: canonical.replace('500.00', '500'), sign: wrong },
    },
  });
});

test('explain reports an unknown mistake as unexplained with exit code 4', async () => {
  const { code, data } = await explainJson(file('unknown.json', { ...order, sign: '0'.repeat(32) }));
  expect({ code, data }).toEqual({
    code: 4,
    data: {
      verdict: 'unexplained',
      mistakes: [],
      expected: { canonical, sign: right },
      received: { sign: '0'.repeat(32) },
    },
  });
});

test('explain prints no marks if parameters differ only in their order', async () => {
  const given = Object.entries(order).map(([name, value]) => `${name}=${value}`);
  const unsorted = createHash('md5')
    .update(`${given.join('&')}&key=${mchKey}`)
    .digest('hex')
    .toUpperCase();
  const { stdout } = await explain(file('unsorted.json', { ...order, sign: unsorted }));
  expect(stdout.split('\n').slice(1, 4)).toEqual([
    `  signed      ${given.join('&')}&key=***`,
    `  right       ${canonical}`,
    `${' '.repeat(14)}Both strings contain the same parameters in a different order.`,
  ]);
  expect(stdout).not.toContain('^');
});

test('explain shows both base strings with marks below the differences, and the fix in every language', async () => {
  const wrong = sign({ ...order, amount: '500' }, mchKey);
  const { stdout } = await explain(file('amount.json', { ...order, sign: wrong }));
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('explained: the signature is wrong because of this mistake');
  expect(lines.slice(1, 4)).toEqual([
    `  signed      ${canonical.replace('500.00', '500')}`,
    `  right       ${canonical}`,
    `${' '.repeat(24)}^^^`,
  ]);
  for (const language of ['php', 'python', 'java', 'go', 'node', 'shell']) {
    expect(stdout).toMatch(new RegExp(`^ {2}${language} +\\S`, 'm'));
  }
});

test('explain --language shows the fix only in that language', async () => {
  const wrong = sign({ ...order, amount: '500' }, mchKey);
  const { stdout } = await explain(file('amount.json', { ...order, sign: wrong }), '--language', 'python');
  expect(stdout).toMatch(/^ {2}python /m);
  expect(stdout).not.toMatch(/^ {2}(php|java|go|node|shell) /m);
});

test('explain shows how many mistakes it tried for an unexplained signature, and the command that compares a base string', async () => {
  const asked = file('unknown.json', { ...order, sign: '0'.repeat(32) });
  const { stdout } = await explain(asked);
  expect(stdout).toMatch(/^unexplained: .*\nNone of \d+ single mistakes and \d+ pairs/);
  expect(stdout).toContain('Either the key is wrong or the mistake is unknown.');
  expect(stdout).toContain(`\n  inrgate explain ${asked} --base-string FILE\n`);
});

test('explain --base-string compares two base strings character by character and names invisible characters', async () => {
  const text = `amount=500.00&mchId=M1\u00a0&mchOrderNo=ORDER-1&key=${mchKey}`;
  const asked = file('base.json', { ...order, sign: '1'.repeat(32) });
  const base = file('base.txt', `${text}\n`);
  const { code, data } = await explainJson(asked, '--base-string', base);
  expect(code).toBe(4);
  expect(data.comparison).toEqual({
    at: 23,
    expected: '& U+0026',
    found: 'U+00A0 NO-BREAK SPACE',
    isWhatWasSigned: false,
  });
  const { stdout } = await explain(asked, '--base-string', base);
  expect(stdout).toContain('mchId=M1\\u{a0}&mchOrderNo');
  expect(stdout).toContain('signed but not sent: U+00A0 NO-BREAK SPACE');
});

test('explain ignores a byte order mark at the beginning of a file', async () => {
  const signed = { ...order, sign: right };
  const form = new URLSearchParams(signed).toString();
  for (const [name, text] of Object.entries({ 'bom.json': JSON.stringify(signed), 'bom.txt': form })) {
    expect((await explain(file(name, `\ufeff${text}`))).code).toBe(0);
  }
});

test.each(['utf-16le', 'utf-16be'])(
  'explain reads files in %s, as PowerShell writes them',
  async (encoding) => {
    const utf16 = (name: string, text: string) => {
      const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
      const at = path.join(folder, name);
      writeFileSync(at, encoding === 'utf-16le' ? bytes : bytes.swap16());
      return at;
    };
    const asked = utf16('utf16.json', JSON.stringify({ ...order, sign: right }));
    expect((await explain(asked)).code).toBe(0);
    const wrong = utf16('wrong.json', JSON.stringify({ ...order, sign: '1'.repeat(32) }));
    const base = utf16('base16.txt', `amount=500.00&mchId=M1&mchOrderNo=ORDER-2&key=${mchKey}`);
    const { data } = await explainJson(wrong, '--base-string', base);
    expect(data.comparison).toMatchObject({ found: '2 U+0032', expected: '1 U+0031' });
  },
);

test('explain --callback reports the pitfalls of a correct raw body and the alteration of a rewritten body', async () => {
  const paid = { mchId: 'M1', mchOrderNo: 'ORDER-1', amount: '500.00', tradeType: 'inr', status: 'success' };
  const signed = sign(paid, mchKey);
  const body = `{"mchId":"M1","mchOrderNo":"ORDER-1","amount":500.00,"tradeType":"inr","status":"success","sign":"${signed}"}`;
  const good = await explainJson('--callback', file('callback.txt', body));
  expect(good).toMatchObject({ code: 0, data: { verdict: 'valid', pitfalls: expect.any(Array) } });
  expect(good.data.pitfalls.length).toBeGreaterThan(0);
  const again = file('again.txt', JSON.stringify(JSON.parse(body)));
  const lost = await explainJson('--callback', again, '--content-type', 'application/json');
  expect(lost).toMatchObject({ code: 4, data: { verdict: 'explained' } });
});

test('explain --callback ignores a final line end in a file with a form callback', async () => {
  const form = `mchId=M1&tradeType=inr&status=success&sign=${sign({ mchId: 'M1', tradeType: 'inr', status: 'success' }, mchKey)}`;
  expect((await explainJson('--callback', file('form.txt', `${form}\n`))).data.verdict).toBe('valid');
});

test('explain treats parameters with a status as a callback and prints a note', async () => {
  const paid = { ...order, tradeType: 'inr', status: 'success' };
  const { code, stderr } = await explain(
    file('paid.json', { ...paid, sign: sign(paid, mchKey).toLowerCase() }),
  );
  expect(code).toBe(0);
  expect(stderr).toContain('treated as a callback');
});

test.each([
  ['a pay-in by its amount', order, [], 'payin'],
  ['a payout by its destination', { ...order, upiId: 'asha@okhdfcbank' }, [], 'payout'],
  ['a query by its order number', { mchId: 'M1', mchOrderNo: 'ORDER-1' }, [], 'check-order-status'],
  ['a balance query by its merchant', { mchId: 'M1' }, [], 'check-gateway-balance'],
  ['a link by its api_key', { api_key: mchKey, amount: '500.00' }, [], 'create-link'],
  ['a link by --api', { amount: '500.00' }, ['--api', 'v1'], 'create-link'],
  ['a link query by its link_code', { api_key: mchKey, link_code: 'L1' }, [], 'link-status'],
])('explain recognizes %s', async (_case, params, options, endpoint) => {
  const { stderr } = await explain(file('some.json', { ...params, sign: '0'.repeat(32) }), ...options);
  expect(stderr).toContain(`note: treated as a request to ${endpoint}.`);
});

test('explain --endpoint selects the key', async () => {
  const asked = file('endpoint.json', { ...order, sign: sign(order, mchSecret) });
  expect((await explainJson(asked)).code).toBe(4);
  expect((await explainJson(asked, '--endpoint', 'payout')).code).toBe(0);
});

test('explain reports a missing signature unless --sign supplies one', async () => {
  const asked = file('bare.json', order);
  const { code, data } = await explainJson(asked);
  expect({ code, id: data.mistakes[0].id }).toEqual({ code: 4, id: 'sign-missing' });
  expect((await explainJson(asked, '--sign', right)).code).toBe(0);
});

test('explain --also-profile tries the keys of another merchant', async () => {
  const { code } = await inProcess(['profile', 'add', 'other', '--mch-id', 'M2', '--from-env'], {
    ...env,
    INRGATE_MCH_ID: 'M2',
    INRGATE_MCH_KEY: 'other-key-that-stays-secret',
    INRGATE_BASE_URL: 'http://127.0.0.1:4300/v3',
  });
  expect(code).toBe(0);
  const asked = file('mixed.json', { ...order, sign: sign(order, 'other-key-that-stays-secret') });
  expect((await explainJson(asked)).data.verdict).toBe('unexplained');
  const { data } = await explainJson(asked, '--also-profile', 'other');
  expect(data.mistakes[0].title).toContain('M2');
});

test('explain never shows a key among the parameters, even if the key is unknown', async () => {
  const asked = file('key.json', {
    api_key: 'stranger-that-stays-secret',
    link_code: 'L1',
    sign: '0'.repeat(32),
  });
  const { data } = await explainJson(asked);
  expect(data.expected.canonical).toBe('api_key=***&link_code=L1&key=***');
});

test('explain prints no control characters from its input', async () => {
  const asked = file('escape.json', { ...order, extra: '\u001b]0;owned\u0007\u202e', sign: '\u001b[2J' });
  const { stdout, stderr } = await explain(asked);
  expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

test.each([
  ['input that is not JSON', ['BAD:{"a"'], 'not valid JSON'],
  ['a list', ['BAD:[1]'], 'JSON but not an object'],
  ['an empty file', ['BAD:'], 'the input contains no parameters'],
  ['an empty object', ['BAD:{}'], 'the input contains no parameters'],
  ['a missing file', ['absent.json'], 'absent.json does not exist'],
  ['a folder', ['.'], 'cannot be read'],
  ['a missing base string', ['mchId=M1', '--base-string', 'absent.txt'], 'absent.txt does not exist'],
  [
    'a base string above the length limit',
    ['mchId=M1', '--base-string', `BAD:${'x'.repeat(200_000)}`],
    'the base string is above the maximum of 192 KB',
  ],
  ['a missing callback', ['--callback', 'absent.txt'], 'absent.txt does not exist'],
  ['an empty callback', ['--callback', 'BAD:'], 'body of the callback is empty'],
  ['parameters and a callback', ['mchId=M1', '--callback', 'body.txt'], 'parameters cannot be combined'],
  ['an endpoint of a callback', ['--callback', 'x', '--endpoint', 'payin'], 'cannot be used with'],
  ['standard input for two arguments', ['-', '--base-string', '-'], 'only one input can be standard input'],
  ['an unknown language', ['mchId=M1', '--language', 'pyton'], 'Did you mean python?'],
  ['an unknown profile', ['mchId=M1', '--also-profile', 'nowhere'], 'unknown profile nowhere'],
  ['a key as a parameter', ['mchId=M1', 'key=some-that-stays-secret'], 'a key cannot be an argument'],
])('explain rejects %s with exit code 2', async (_case, args, expected) => {
  const given = args.map((word) => (word.startsWith('BAD:') ? file('bad.json', word.slice(4)) : word));
  const { code, stdout, stderr } = await explain(...given);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(expected);
});
