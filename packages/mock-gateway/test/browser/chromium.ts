import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
} from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { untar } from '../../../../test/untar.ts';

export interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

type Machine = Pick<NodeJS.Process, 'platform' | 'arch' | 'env'>;

/**
 * The browser of the tests: `INRGATE_CHROMIUM`, or the Chromium of `@sparticuz/chromium` on Linux x64, or an installed
 * Chrome, Chromium or Edge.
 *
 * @throws {Error} that names the package to install if there is none
 */
export async function findChromium(machine: Machine = process): Promise<Chromium> {
  const named = machine.env['INRGATE_CHROMIUM'];
  if (named !== undefined && named !== '') return installed(named);
  if (machine.platform === 'linux' && machine.arch === 'x64') return unpackedChromium();
  const found = wellKnownPlaces(machine).find(isExecutable);
  if (found !== undefined) return installed(found);
  throw new Error(
    'The browser tests need Google Chrome, Chromium or Microsoft Edge: install one, or let INRGATE_CHROMIUM name its executable.',
  );
}

function installed(executablePath: string): Chromium {
  if (!isExecutable(executablePath)) {
    throw new Error(
      `INRGATE_CHROMIUM must name the executable of Chrome or Chromium: ${executablePath} is none.`,
    );
  }
  return { executablePath, env: currentEnv() };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function wellKnownPlaces({ platform, env }: Machine): readonly string[] {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return apps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  }
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    const apps = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return roots.flatMap((root) => (root === undefined ? [] : apps.map((app) => join(root, app))));
  }
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];
  return (env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
}

const require = createRequire(import.meta.url);
const packageFolder = join(dirname(require.resolve('@sparticuz/chromium')), '..');
const cacheFolder = fileURLToPath(new URL('../../../../node_modules/.cache/inrgate', import.meta.url));

/**
 * Unpacks Chromium once per version. The package's own `executablePath()` unpacks to a shared path, so a second worker
 * could start an incomplete browser.
 */
async function unpackedChromium(): Promise<Chromium> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(cacheFolder, `chromium-${version}-with-libraries`);
  if (!existsSync(folder)) await unpackTo(folder);
  const executablePath = join(folder, 'chromium');
  const env = { ...currentEnv(), FONTCONFIG_FILE: join(folder, 'fonts.xml') };
  // A minimal machine lacks NSS and expat. If the system has newer libraries, they take precedence.
  const starts = spawnSync(executablePath, ['--version'], { env, stdio: 'ignore' }).status === 0;
  return { executablePath, env: starts ? env : { ...env, LD_LIBRARY_PATH: join(folder, 'lib') } };
}

/** Unpacks to a temporary folder and renames it afterwards, because several workers may unpack simultaneously. */
async function unpackTo(folder: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  try {
    await decompress('chromium.br', join(draft, 'chromium'));
    for (const name of ['fonts', 'al2023']) {
      untar(brotliDecompressSync(readFileSync(join(packageFolder, `bin/${name}.tar.br`))), draft);
    }
    await writeFile(join(draft, 'fonts.xml'), fontConfiguration(folder));
    await chmod(draft, 0o755);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function decompress(name: string, target: string): Promise<void> {
  const source = createReadStream(join(packageFolder, 'bin', name));
  return pipeline(source, createBrotliDecompress(), createWriteStream(target, { mode: 0o755 }));
}

/** Configures the package's font before the system's fonts, so pictures look the same on every machine. */
function fontConfiguration(folder: string): string {
  const preferred = (alias: string, family: string) =>
    `<alias binding="same"><family>${alias}</family><prefer><family>${family}</family></prefer></alias>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${join(folder, 'fonts')}</dir><dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>
<cachedir>${join(folder, 'font-cache')}</cachedir>
${preferred('system-ui', 'Open Sans')}
${preferred('sans-serif', 'Open Sans')}
${preferred('monospace', 'DejaVu Sans Mono')}
</fontconfig>
`;
}

function currentEnv(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
