import type { Mutant } from '../mutant.ts';

const mcp = 'packages/cli/src/mcp';

export const mutants: readonly Mutant[] = [
  {
    id: 'contract:mcp.keys',
    file: `${mcp}/server.ts`,
    replace: 'secrets.hideIn(data) as',
    by: 'data as',
  },
  {
    id: 'contract:mcp.keys',
    file: `${mcp}/secrets.ts`,
    replace: '.sort((a, b) => b.length - a.length)',
    by: '.sort((a, b) => a.length - b.length)',
    why: 'Of a key that begins as another the end is told.',
  },
  {
    id: 'contract:mcp.keys',
    file: `${mcp}/desk.ts`,
    replace: 'new Session({ quiet: true, ...options }, {}, profiles)',
    by: 'new Session({ quiet: true, ...options }, this.#options.env, this.#options.profiles)',
    why: 'The keys of the profile in use go to whatever gateway a tool names.',
  },
  {
    id: 'contract:mcp.keys',
    file: 'packages/sdk/src/doctor/masking.ts',
    replace: "[key, [...key].reverse().join('')]",
    by: '[key]',
    why: 'A key that a shop has turned round is told.',
  },
  {
    id: 'contract:mcp.loopback',
    file: `${mcp}/callback-address.ts`,
    replace: 'order === null ? saved : addressOf(order, saved)',
    by: 'saved',
    why: 'An order has an address of its own.',
  },
  {
    id: 'contract:mcp.loopback',
    file: `${mcp}/tools/moves.ts`,
    replace: 'if (to === undefined) await refuseRemoteCallbacks(desk, control, found);',
    by: '',
  },
  {
    id: 'contract:mcp.loopback',
    file: `${mcp}/desk.ts`,
    replace: 'if (isLoopback(new URL(address).hostname)) return;',
    by: "if (new URL(address).protocol === 'http:') return;",
  },
  {
    id: 'contract:mcp.answers',
    file: `${mcp}/answers/gateway.ts`,
    replace: '  nextDueAt: textOrNull,\n',
    by: '',
  },
  {
    id: 'contract:mcp.answers',
    file: `${mcp}/server.ts`,
    replace: 'z.union([output, failure])',
    by: 'output',
    why: 'A client refuses what a tool tells of its failure.',
  },
  {
    id: 'contract:addresses.docs',
    file: 'packages/mock-gateway/src/pages/documentation/site-files.ts',
    replace: 'if (realpathSync(path) !== here) return null;',
    by: '',
  },
  {
    id: 'contract:addresses.docs',
    file: 'packages/mock-gateway/src/pages/documentation/site-files.ts',
    replace: "[realpathSync(folder), ...name.split('/')].join(sep)",
    by: "join(realpathSync(folder), ...name.split('/'))",
    why: 'It leads out of the folder.',
  },
  {
    id: 'contract:addresses.docs',
    file: 'packages/mock-gateway/src/pages/documentation/documentation.ts',
    replace: "if (refusal?.code === 'forbidden') return forbidden(refusal);",
    by: '',
  },
  {
    id: 'contract:addresses.docs',
    file: 'packages/mock-gateway/src/pages/documentation/documentation.ts',
    replace: 'this.#pages().includes(name) ? siteFile(folder, name) : null',
    by: 'siteFile(folder, name)',
    why: 'Every file of the folder is served, not only the pages.',
  },
  {
    id: 'contract:addresses.docs',
    file: 'packages/mock-gateway/src/pages/documentation/documentation.ts',
    replace: 'tags.includes(etag.replace',
    by: '!tags.includes(etag.replace',
  },
];
