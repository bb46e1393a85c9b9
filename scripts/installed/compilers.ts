import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { installed, run } from '../../packages/sdk/test/consumers/consumer.ts';

/** Settings of a project for each way to load modules. */
export const modules = {
  'ES modules': { module: 'nodenext' },
  'a bundler': { module: 'esnext', moduleResolution: 'bundler' },
} as const;

/**
 * Compiles the shop of `day.ts` against the installed packages, including their declarations.
 *
 * @param compiler folder of the compiler in the repository's `node_modules`
 * @param more further files of the folder
 */
export function compileShop(
  compiler: string,
  how: keyof typeof modules,
  folder: string,
  more: readonly string[] = [],
) {
  const strict = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ noEmit: true, skipLibCheck: false },
  };
  const types = { types: ['node'], typeRoots: [path.dirname(installed('@types/node'))] };
  const compilerOptions = { ...strict, ...types, target: 'es2022', lib: ['es2022'], ...modules[how] };
  const config = path.join(folder, `${compiler} ${how}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['shop.ts', ...more] }));
  return run(process.execPath, [path.join(installed(compiler), 'bin/tsc'), '--project', config], folder);
}
