/**
 * `npm run docs` builds the documentation as a site in `docs/.vitepress/dist`. TypeDoc writes the reference of every
 * exported name to `docs/reference/api`, beside the reference of the control API. VitePress then builds all pages. `-- --serve` serves the site on this machine.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './site/pages.ts';
import { serveSite } from './site/serve.ts';

const usage = `Usage: npm run docs [-- OPTION...]

Builds the documentation as a site, in docs/.vitepress/dist.

  --serve        builds the site, then serves it at http://127.0.0.1:4301/docs/
  --port NUMBER  port of --serve; 0 selects a free port
  --no-api       keeps the existing reference of the exported names, which is faster
  --help         shows this help
`;

const programs = {
  controlApi: ['--conditions=@inrgate/source', 'scripts/docs/reference/write-control-api.ts'],
  typedoc: ['node_modules/typedoc/bin/typedoc', '--logLevel', 'Warn'],
  vitepress: ['node_modules/vitepress/bin/vitepress.js', 'build', 'docs'],
} as const;

/** Runs a program of the dependencies. If the program fails, ends the build. */
function build(program: keyof typeof programs): void {
  const { status } = spawnSync(process.execPath, programs[program], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        serve: { type: 'boolean', default: false },
        port: { type: 'string', default: '4301' },
        'no-api': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (!/^\d{1,5}$/.test(values.port)) throw new TypeError(`--port takes a number, not ${values.port}`);
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return process.exit(2);
  }
}

const { serve, port, 'no-api': noApi, help } = options();
if (help) {
  console.log(usage);
} else {
  if (!noApi) {
    rmSync(path.join(root, 'docs/reference/api'), { recursive: true, force: true });
    build('typedoc');
    build('controlApi');
  }
  build('vitepress');
  console.log('Built in docs/.vitepress/dist.');
  if (serve) console.log(`The documentation is at ${await serveSite(Number(port))}`);
}
