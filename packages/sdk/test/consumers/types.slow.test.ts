import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { installed, makeConsumer, run } from './consumer.ts';

/** The one that this repository is built with, and the oldest that zod and this package support. */
const compilers = [
  ['6.0', installed('typescript')],
  ['5.5', installed('typescript-5.5')],
] as const;

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
  // Here the declarations of the package are checked too; a bundler reads the same ones.
  ['ES and CommonJS modules', ['types.mts', 'types.cts'], { module: 'nodenext', skipLibCheck: false }],
  ['behind a bundler', ['types.ts'], { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true }],
] as const;

const { folder, remove } = makeConsumer();
for (const file of ['types.mts', 'types.cts']) cpSync(path.join(folder, 'types.ts'), path.join(folder, file));
afterAll(remove);

describe.each(compilers)('TypeScript %s', (version, compiler) => {
  it('is that version', () => {
    const { version: found } = JSON.parse(readFileSync(path.join(compiler, 'package.json'), 'utf8'));
    expect(found).toMatch(new RegExp(`^${version}\\.`));
  });

  it.each(consumers)('%s: the types are right', async (what, files, options) => {
    const config = path.join(folder, `tsconfig ${version} ${what}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
    const tsc = path.join(compiler, 'lib/tsc.js');
    expect(await run(process.execPath, [tsc, '--project', config], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});
