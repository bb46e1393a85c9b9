import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import config from '../.dependency-cruiser.mjs';
import { readImports } from './rooms/imports.ts';
import { rooms } from './rooms.mjs';

const root = path.join(import.meta.dirname, '..');
const sdk = 'packages/sdk/src';
const conformance = 'packages/conformance/src';
const gateway = 'packages/mock-gateway/src';
const cli = 'packages/cli/src';
const dashboard = 'packages/mock-gateway/dashboard/src';

/** A small workspace that follows all rules. Each file has an import, so no file counts as unused. */
const lawful: Record<string, string> = {
  [`${sdk}/index.ts`]: "import './calls/transport.ts';",
  [`${sdk}/calls/transport.ts`]: "import 'ky'; import '../protocol/money.ts';",
  [`${sdk}/protocol.ts`]: "export * from './protocol/money.ts';",
  [`${sdk}/protocol/money.ts`]: "import 'zod'; import 'node:crypto';",
  [`${sdk}/protocol/money.test.ts`]: "import 'fast-check'; import './money.ts';",
  [`${sdk}/internal.ts`]: "export * from './protocol/money.ts';",
  [`${sdk}/doctor.ts`]: "import './doctor/search.ts';",
  [`${sdk}/doctor/search.ts`]: "import '../protocol/money.ts'; import 'node:crypto';",
  [`${sdk}/callbacks.ts`]: "import './protocol.ts';",
  [`${sdk}/testing.ts`]: "import './protocol.ts';",
  [`${conformance}/index.ts`]: "import './traffic/judge.ts';",
  [`${conformance}/traffic/judge.ts`]: "import '@inrgate/sdk/protocol';",
  [`${gateway}/index.ts`]:
    "import './operations/pay.ts'; import './store/sqlite.ts'; import './http/routes.ts';",
  [`${gateway}/operations/pay.ts`]: "import '../domain/payin.ts';",
  [`${gateway}/domain/payin.ts`]: "import type { Paise } from '@inrgate/sdk/protocol';",
  [`${gateway}/domain/payin.test.ts`]: "import '@inrgate/sdk/testing'; import './payin.ts';",
  [`${gateway}/store/sqlite.ts`]: "import '../domain/payin.ts'; import 'zod'; import '@inrgate/conformance';",
  [`${gateway}/http/routes.ts`]: "import './v1/link.ts'; import './v3/payin.ts';",
  [`${gateway}/http/v1/link.ts`]: "import '@inrgate/sdk/protocol';",
  [`${gateway}/http/v3/payin.ts`]: "import '@inrgate/sdk/protocol';",
  'packages/mock-gateway/test/merchant.test.ts': "import '@inrgate/sdk'; import '../src/index.ts';",
  [`${cli}/main.ts`]: "import('./commands/serve.ts'); import('./commands/payin.ts');",
  [`${cli}/commands/serve.ts`]: "import '@inrgate/mock-gateway';",
  [`${cli}/commands/payin.ts`]: "import '@inrgate/sdk';",
  [`${dashboard}/main.ts`]: "import type {} from './types.ts';",
  [`${dashboard}/types.ts`]: "import type {} from '../../src/index.ts';",
  [`${gateway}/msw.ts`]: "import 'msw'; import './index.ts';",
  'examples/shop/src/server.ts': "import '@inrgate/sdk/callbacks';",
};

/** For each rule, a file that violates it. */
const unlawful: { rule: string; file: string; source: string }[] = [
  { rule: 'sdk-knows-no-other-package', file: `${sdk}/up.ts`, source: "import '@inrgate/mock-gateway';" },
  {
    rule: 'checks-know-no-gateway',
    file: `${conformance}/up.ts`,
    source: "import '../../mock-gateway/src/index.ts';",
  },
  { rule: 'gateway-knows-no-command', file: `${gateway}/up.ts`, source: "import '../../cli/src/main.ts';" },
  {
    rule: 'packages-know-no-example',
    file: `${cli}/up.ts`,
    source: "import '../../../examples/shop/src/server.ts';",
  },
  {
    rule: 'dashboard-knows-types-alone',
    file: `${dashboard}/deep.ts`,
    source: "import type {} from '../../src/domain/payin.ts';",
  },
  {
    rule: 'gateway-knows-no-dashboard',
    file: `${gateway}/page.ts`,
    source: "import '../dashboard/src/main.ts';",
  },
  {
    rule: 'packages-meet-at-their-names',
    file: `${cli}/inside.ts`,
    source: "import '../../sdk/src/protocol.ts';",
  },
  {
    rule: 'gateway-sees-no-client',
    file: `${gateway}/client.ts`,
    source: "import '@inrgate/sdk';",
  },
  {
    rule: 'gateway-sees-no-client',
    file: `${gateway}/client-type.ts`,
    source: "import type { GatewayClient } from '@inrgate/sdk';",
  },
  {
    rule: 'gateway-unit-tests-see-no-client',
    file: `${gateway}/client.test.ts`,
    source: "import '@inrgate/sdk';",
  },
  {
    rule: 'protocol-is-a-leaf',
    file: `${sdk}/protocol/client.ts`,
    source: "import '../calls/transport.ts';",
  },
  { rule: 'protocol-is-a-leaf', file: `${sdk}/protocol/disk.ts`, source: "import 'node:fs';" },
  {
    rule: 'protocol-is-a-leaf',
    file: `${sdk}/protocol/explaining.ts`,
    source: "import '../doctor/search.ts';",
  },
  {
    rule: 'doctor-knows-the-protocol-alone',
    file: `${sdk}/doctor/client.ts`,
    source: "import '../calls/transport.ts';",
  },
  { rule: 'ky-in-one-file', file: `${sdk}/calls/second.ts`, source: "import 'ky';" },
  { rule: 'domain-is-pure', file: `${gateway}/domain/disk.ts`, source: "import 'node:fs';" },
  { rule: 'domain-is-pure', file: `${gateway}/domain/store.ts`, source: "import '../store/sqlite.ts';" },
  { rule: 'domain-is-pure', file: `${gateway}/domain/library.ts`, source: "import 'zod';" },
  {
    rule: 'operations-know-no-http',
    file: `${gateway}/operations/web.ts`,
    source: "import '../http/v3/payin.ts';",
  },
  { rule: 'operations-know-no-http', file: `${gateway}/operations/express.ts`, source: "import 'express';" },
  {
    rule: 'v1-and-v3-are-strangers',
    file: `${gateway}/http/v1/modern.ts`,
    source: "import '../v3/payin.ts';",
  },
  {
    rule: 'v1-and-v3-are-strangers',
    file: `${gateway}/http/v3/legacy.ts`,
    source: "import '../v1/link.ts';",
  },
  { rule: 'store-knows-no-http', file: `${gateway}/store/web.ts`, source: "import '../http/v3/payin.ts';" },
  {
    rule: 'store-knows-no-http',
    file: `${gateway}/postgres/store/web.ts`,
    source: "import '../../http/v3/payin.ts';",
  },
  { rule: 'commands-are-siblings', file: `${cli}/commands/payout.ts`, source: "import './payin.ts';" },
  { rule: 'no-cycles', file: `${cli}/circle.ts`, source: "import './circle.ts';" },
  { rule: 'no-orphans', file: `${cli}/leftover.ts`, source: 'export const left = 1;' },
  { rule: 'no-unresolvable', file: `${cli}/nowhere.ts`, source: "import './gone.ts';" },
  { rule: 'source-imports-no-tests', file: `${sdk}/tested.ts`, source: "import './protocol/money.test.ts';" },
  { rule: 'source-needs-no-dev-dependency', file: `${cli}/dev.ts`, source: "import 'fast-check';" },
];

/**
 * For each room, a file that imports the room above it. For the top room, a file that imports a file above all rooms.
 */
const upward = Object.entries(rooms).flatMap(([src, ordered]) =>
  ordered.map((room, at) => {
    const above = ordered[at - 1];
    const target = above === undefined ? 'index.ts' : `${above}/above.ts`;
    const file = `${src}/${room}/upward.ts`;
    const source = `import '${path.relative(path.dirname(file), `${src}/${target}`)}';`;
    return { rule: 'rooms-look-down', file, source, room };
  }),
);

const manifest = {
  sdk: { dependencies: { ky: '*', zod: '*' }, devDependencies: { 'fast-check': '*' } },
  conformance: { dependencies: { '@inrgate/sdk': '*' } },
  'mock-gateway': {
    dependencies: { '@inrgate/sdk': '*', '@inrgate/conformance': '*', express: '*', zod: '*' },
    peerDependencies: { msw: '*' },
    devDependencies: { msw: '*' },
  },
  cli: {
    dependencies: { '@inrgate/sdk': '*', '@inrgate/mock-gateway': '*' },
    devDependencies: { 'fast-check': '*' },
  },
};

const workspace = realpathSync(mkdtempSync(path.join(tmpdir(), 'inrgate-import-rules-')));

function write(file: string, text: string): void {
  const target = path.join(workspace, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function writeWorkspace(): void {
  for (const [file, source] of Object.entries(lawful)) write(file, source);
  for (const { file, source } of [...unlawful, ...upward]) write(file, source);
  for (const [src, ordered] of Object.entries(rooms)) {
    for (const room of ordered) write(`${src}/${room}/above.ts`, 'export const above = 1;');
    if (!existsSync(path.join(workspace, src, 'index.ts'))) write(`${src}/index.ts`, 'export const top = 1;');
  }
  for (const library of ['ky', 'zod', 'express', 'fast-check', 'msw']) {
    write(`node_modules/${library}/package.json`, JSON.stringify({ name: library, main: 'index.js' }));
    write(`node_modules/${library}/index.js`, '');
  }
  const exports = { '.': './src/index.ts', './*': './src/*.ts' };
  mkdirSync(path.join(workspace, 'node_modules/@inrgate'));
  for (const [folder, content] of Object.entries(manifest)) {
    write(
      `packages/${folder}/package.json`,
      JSON.stringify({ name: `@inrgate/${folder}`, exports, ...content }),
    );
    symlinkSync(
      `../../packages/${folder}`,
      path.join(workspace, 'node_modules/@inrgate', folder),
      'junction',
    );
  }
  write('examples/shop/package.json', JSON.stringify({ dependencies: { '@inrgate/sdk': '*' } }));
}

let reported: { rule: string; file: string }[] = [];

beforeAll(async () => {
  writeWorkspace();
  const { summary } = await readImports(workspace);
  reported = summary.violations.map(({ rule, from }) => ({ rule: rule.name, file: from }));
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

test.each(unlawful)('the rule $rule reports $file', ({ rule, file }) => {
  expect(reported).toContainEqual({ rule, file });
});

test.each(upward)('the rule rooms-look-down reports $file', ({ rule, file }) => {
  expect(reported).toContainEqual({ rule, file });
});

test.each(Object.entries(rooms))('the constant rooms lists each folder of %s once', (src, ordered) => {
  const folders = globSync(`${src}/**/*.ts`, { cwd: root })
    .map((file) => path.relative(src, path.dirname(file)))
    .filter((folder) => folder !== '');
  const roomOf = (folder: string) => ordered.filter((room) => `${folder}/`.startsWith(`${room}/`));
  expect([...new Set(folders)].filter((folder) => roomOf(folder).length !== 1)).toEqual([]);
  expect(ordered.filter((room) => !folders.some((folder) => roomOf(folder).includes(room)))).toEqual([]);
});

test('the tests contain a violation of every import rule', () => {
  const rules = [...new Set(config.forbidden.map(({ name }) => name))];
  expect(rules.sort()).toEqual([...new Set([...unlawful, ...upward].map(({ rule }) => rule))].sort());
});

test('an allowed import is not reported', () => {
  expect(reported.filter(({ file }) => file in lawful)).toEqual([]);
});
