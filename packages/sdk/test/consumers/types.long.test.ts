import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { installed, makeConsumer, run } from './consumer.ts';

/** The oldest version of TypeScript that zod and this package support. The test also uses the repository's version. */
const oldest = '5.5';
const compiler = installed('typescript-5.5');

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2022'],
  types: ['node'],
};

const consumers = [
  // Also check the declarations of the package, because a bundler reads them unchanged.
  ['ES and CommonJS modules', ['types.mts', 'types.cts'], { module: 'nodenext', skipLibCheck: false }],
  [
    'modules of a bundler',
    ['types.ts'],
    { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
  ],
] as const;

const { folder, remove } = makeConsumer();
for (const file of ['types.mts', 'types.cts']) cpSync(path.join(folder, 'types.ts'), path.join(folder, file));
afterAll(remove);

describe(`TypeScript ${oldest}`, () => {
  it('the compiler is the oldest supported version of TypeScript', () => {
    const { version: found } = JSON.parse(readFileSync(path.join(compiler, 'package.json'), 'utf8'));
    expect(found).toMatch(new RegExp(`^${oldest}\\.`));
  });

  it.each(consumers)('the compiler accepts %s with the correct types', async (what, files, options) => {
    const config = path.join(folder, `tsconfig ${what}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
    const tsc = path.join(compiler, 'lib/tsc.js');
    expect(await run(process.execPath, [tsc, '--project', config], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});
