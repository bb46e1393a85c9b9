import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { inProcess } from '../../../packages/cli/test/in-process.ts';
import { faultInput } from '../../../packages/mock-gateway/src/faults/fault.ts';
import { createMockGateway } from '../../../packages/mock-gateway/src/gateway.ts';
import { root } from '../site/pages.ts';
import { controlApiPage, wireApiPage } from './apis.ts';
import { commandsPage } from './commands.ts';
import { errorsPage } from './errors.ts';
import { limitsPage } from './limits.ts';
import type { Document } from './openapi.ts';
import { configurationPage, faultsPage } from './settings.ts';

const documents: { wire?: Document; control?: Document } = {};

beforeAll(async () => {
  const gateway = await createMockGateway();
  const document = async (at: string) =>
    (await (await gateway.fetch(new URL(at, gateway.baseUrl))).json()) as Document;
  documents.wire = await document('/openapi.json');
  documents.control = await document('/_mock/openapi.json');
  await gateway.close();
});

function wire(): Document {
  if (documents.wire === undefined) throw new Error('the document was not read');
  return documents.wire;
}

function control(): Document {
  if (documents.control === undefined) throw new Error('the document was not read');
  return documents.control;
}

it.each<[string, () => string | Promise<string>]>([
  ['wire-api', () => wireApiPage(wire())],
  ['control-api', () => controlApiPage(control())],
  ['commands', commandsPage],
  ['configuration', () => configurationPage(control())],
  ['faults', () => faultsPage(control())],
  ['errors', errorsPage],
  ['limits', limitsPage],
])('reference/%s says what the code says; vitest -u writes it', async (name, page) => {
  await expect(await page()).toMatchFileSnapshot(path.join(root, `docs/reference/${name}.md`));
});

it('reference/faults shows in its column when each field is required', () => {
  const needed = faultsPage(control())
    .split('## Fields')[1]
    ?.matchAll(/^\| `([\w.]+)` \| [^|]+ \| ([^|]*)\|/gm);
  expect(Object.fromEntries([...(needed ?? [])].map(([, name, when = '']) => [name, when.trim()]))).toEqual({
    endpoint: 'always',
    mchId: '',
    mchOrderNo: '',
    times: '',
    probability: '',
    phase: 'unless `endpoint` is `"callback"`',
    action: 'always',
    'action.kind': 'always',
    'action.status': 'if `action.kind` is `"status"`',
    'action.error': '',
    'action.retryAfter': '',
    'action.ms': 'if `action.kind` is `"delay"`',
  });
});

it('how-to/go-live.md tells a shop to remove the probe', () => {
  expect(readFileSync(path.join(root, 'docs/how-to/go-live.md'), 'utf8')).toMatch(/Remove the probe/);
});

it('reference/commands.md has the words that each command prints with --help', async () => {
  const page = readFileSync(path.join(root, 'docs/reference/commands.md'), 'utf8');
  const sections = [...page.matchAll(/^#+ (Every command|inrgate .*)\n[\s\S]*?```text\n([\s\S]*?)```/gm)];
  expect(sections.length).toBeGreaterThan(50);
  // Lines end elsewhere in a terminal that is narrower, and a profile is elsewhere on the reader's machine.
  const wordsOf = (text: string) =>
    text.split(/\s+/).filter((word) => word !== '' && !/profiles\.json/.test(word));
  for (const [, name = '', printed = ''] of sections) {
    const args = name.split(' ').slice(name === 'Every command' ? 2 : 1);
    const { code, stdout } = await inProcess([...args, '--help']);
    expect({ name, code, words: wordsOf(stdout) }).toEqual({ name, code: 0, words: wordsOf(printed) });
  }
});

it('how-to/simulate-failures.md names every kind of fault, and no other', () => {
  const page = readFileSync(path.join(root, 'docs/how-to/simulate-failures.md'), 'utf8');
  const [, table = ''] = page.split('| action | |');
  const rows = [...table.matchAll(/^\| (.*?) \|/gm)].map(([, cell = '']) => cell);
  const named = (isCallbacks: boolean) =>
    rows
      .filter((cell) => cell.startsWith('for callbacks') === isCallbacks)
      .flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, kind]) => kind));
  const kinds = faultInput.options.map(({ shape }) =>
    shape.action.options.map((one) => one.shape.kind.value),
  );
  expect([named(false), named(true)].map((all) => all.sort())).toEqual(kinds.map((all) => all.sort()));
});
