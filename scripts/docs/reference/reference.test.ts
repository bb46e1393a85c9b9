import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inProcess } from '../../../packages/cli/test/in-process.ts';
import {
  callbackFaultKinds,
  requestFaultKinds,
} from '../../../packages/mock-gateway/src/domain/fault-kinds.ts';
import { createMockGateway } from '../../../packages/mock-gateway/src/gateway.ts';
import { root } from '../site/pages.ts';
import { absentTable } from './absent.ts';
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
  ['wire-api', async () => wireApiPage(wire(), await absentTable())],
  ['commands', commandsPage],
  ['configuration', () => configurationPage(control())],
  ['faults', () => faultsPage(control())],
  ['errors', errorsPage],
  ['limits', limitsPage],
])('reference/%s matches the page that vitest -u writes from the code', async (name, page) => {
  await expect(await page()).toMatchFileSnapshot(path.join(root, `docs/reference/${name}.md`));
});

it('the page of the control API has a section for each call', () => {
  const page = controlApiPage(control());
  const calls = Object.entries(control().paths ?? {}).flatMap(([at, item]) =>
    Object.keys(item).map((method) => `### \`${method.toUpperCase()} /_mock${at}\``),
  );
  expect(calls.length).toBeGreaterThan(50);
  expect(calls.filter((heading) => !page.includes(`${heading}\n`))).toEqual([]);
});

it('reference/faults shows when each field of a fault is required', () => {
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

it('packages/cli/README.md contains at most 1,000 words', () => {
  const words = readFileSync(path.join(root, 'packages/cli/README.md'), 'utf8').match(/\S+/g) ?? [];
  expect(words.length).toBeLessThanOrEqual(1_000);
});

it('how-to/go-live.md instructs the reader to remove the probe', () => {
  expect(readFileSync(path.join(root, 'docs/how-to/go-live.md'), 'utf8')).toMatch(/Remove the probe/);
});

describe('reference/commands.md', () => {
  const readPage = () => readFileSync(path.join(root, 'docs/reference/commands.md'), 'utf8');
  const wordsOf = (text: string) =>
    text.split(/\s+/).filter((word) => word !== '' && !/profiles\.json/.test(word));
  const sharedIn = (page: string) =>
    [...page.matchAll(/^\| `(-[^`]+)` \| (.*) \|$/gm)].map(([, flags = '', description = '']) =>
      wordsOf(`${flags} ${description}`).join(' '),
    );
  const optionsIn = (help: string) =>
    [...help.matchAll(/^ {2}(--?\w.*\n(?: {8,}.*\n)*)/gm)].map(([, text = '']) => wordsOf(text).join(' '));

  it('the commands page prints each shared option once', () => {
    const page = readPage();
    expect(sharedIn(page).map((text) => text.split(' ').find((word) => word.startsWith('--')))).toEqual([
      '--version',
      '--profile',
      '--base-url',
      '--legacy-base-url',
      '--mch-id',
      '--json',
      '--quiet',
      '--no-color',
      '--help',
    ]);
    expect(page.match(/ --legacy-base-url <url> /g) ?? []).toEqual([]);
  });

  it('the commands page contains the words and options of each --help output', async () => {
    const page = readPage();
    const shared = sharedIn(page);
    const sections = [...page.matchAll(/^#+ (Every command|inrgate .*)\n[\s\S]*?```text\n([\s\S]*?)```/gm)];
    expect(sections.length).toBeGreaterThan(50);
    for (const [, name = '', printed = ''] of sections) {
      const args = name.split(' ').slice(name === 'Every command' ? 2 : 1);
      const { code, stdout } = await inProcess([...args, '--help']);
      const options = optionsIn(stdout).filter((text) => !shared.includes(text));
      const numberOfShared = optionsIn(stdout).length - options.length;
      expect({ name, code, numberOfShared, options }).toEqual({
        name,
        code: 0,
        numberOfShared: shared.length,
        options: optionsIn(printed),
      });
      expect({ name, words: wordsOf(withoutOptions(stdout)) }).toEqual({
        name,
        words: wordsOf(withoutOptions(printed)),
      });
    }
  });
});

function withoutOptions(help: string): string {
  return help.replaceAll(/^(?:Global )?Options:\n(?: {2,}.*\n)+/gm, '');
}

it('how-to/simulate-failures.md lists exactly the kinds of faults that the gateway supports', () => {
  const page = readFileSync(path.join(root, 'docs/how-to/simulate-failures.md'), 'utf8');
  const [, table = ''] = page.split('| action | effect |');
  const rows = [...table.matchAll(/^\| (.*?) \|/gm)].map(([, cell = '']) => cell);
  const named = (isCallbacks: boolean) =>
    rows
      .filter((cell) => cell.includes('--endpoint callback') === isCallbacks)
      .flatMap((cell) => [...cell.matchAll(/`([a-z][\w-]*)`/g)].map(([, kind]) => kind));
  expect(named(false).sort()).toEqual([...requestFaultKinds].sort());
  expect(named(true).sort()).toEqual([...callbackFaultKinds].sort());
});
