import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, type Options } from 'tsup';
import manifest from './package.json' with { type: 'json' };

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Dependencies that are bundled into the command, so that they are not installed file by file. */
const within = Object.keys(manifest.devDependencies);

/** Their licences ask for their text to be kept beside the code. */
const notices: Plugin = {
  name: 'notices',
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(async ({ metafile }) => {
      const folders = new Set(Object.keys(metafile?.inputs ?? {}).flatMap(packageOf));
      // A fresh clone has none yet.
      await mkdir('dist', { recursive: true });
      await writeFile('dist/NOTICES.txt', [...folders].sort().map(noticeOf).join('\n\n'));
    });
  },
};

function packageOf(file: string): readonly string[] {
  const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
  return folder === undefined ? [] : [folder];
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const [file] = globSync('{LICEN[CS]E,licen[cs]e}*', { cwd: folder });
  const text = file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node24',
  tsconfig: '../../tsconfig.json',
  removeNodeProtocol: false,
  noExternal: within,
  // Some of it is CommonJS, which requires what Node has.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
  },
  esbuildPlugins: [notices],
  // Each command stays a file of its own, loaded when it is called.
  splitting: true,
  clean: true,
  // Data that `trigger` reads from beside itself.
  onSuccess: () => cp('src/trigger/scenarios', 'dist/scenarios', { recursive: true }),
});
