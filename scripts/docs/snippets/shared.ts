import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../../test/free-port.ts';
import { type ServerProcess, startServerProcess, temporaryFolder } from '../../../test/server-process.ts';
import { root } from '../site/pages.ts';

const packages = ['sdk', 'conformance', 'mock-gateway', 'cli'];
/** Folders of modules that a page's programs can import: the modules of the packages and of the examples. */
const moduleFolders = ['.', ...packages.map((name) => `packages/${name}`)];

/** How the commands of the pages run. Some commands always need their own process. */
export type Commands = 'in one process' | 'in a process each';

/** Parts that all pages share, because starting a process or a gateway takes longer than most snippets. */
export class Shared {
  /** Folder for the pages. Its `node_modules` contains the packages. */
  readonly folder: string;
  readonly command = path.join(root, 'packages/cli/dist/main.js');
  #commands: { readonly port: number; readonly server: ServerProcess } | undefined;
  #gateway: { readonly port: number; readonly server: ServerProcess } | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(commands: Commands): Promise<Shared> {
    const folder = await temporaryFolder('pages');
    linkModules(path.join(folder, 'node_modules'));
    const shared = new Shared(folder);
    if (commands === 'in one process') await shared.#startCommands();
    return shared;
  }

  /** Port of the process that runs commands, if they do not run in a process each. */
  get commandPort(): number | undefined {
    return this.#commands?.port;
  }

  /** Environment of every program. With it, Node caches the compiled code of its modules, if possible with other tests. */
  get environment(): Readonly<Record<string, string>> {
    const { NODE_COMPILE_CACHE = path.join(this.folder, 'compiled') } = process.env;
    return { NODE_COMPILE_CACHE };
  }

  /** Port of a gateway in its initial state. Only one page uses the gateway at a time. */
  async gatewayPort(): Promise<number> {
    this.#gateway ??= await this.#startGateway();
    const { port } = this.#gateway;
    const { status } = await fetch(`http://127.0.0.1:${port}/_mock/reset`, { method: 'POST' });
    if (status !== 204) throw new Error(`the gateway cannot be reset: ${status}`);
    return port;
  }

  async #startGateway() {
    const port = await freePort();
    const server = await startServerProcess({
      program: process.execPath,
      args: [this.command, 'serve', '--port', `${port}`, '--json'],
      options: { env: { PATH: process.env['PATH'], ...this.environment } },
      folder: this.folder,
      ready: /"event":"ready"/,
    });
    return { port, server };
  }

  async #startCommands() {
    const port = await freePort();
    const server = await startServerProcess({
      program: process.execPath,
      args: [path.join(import.meta.dirname, 'command-server.mjs'), this.command, `${port}`],
      folder: this.folder,
      ready: /^ready$/,
    });
    this.#commands = { port, server };
  }

  async close(): Promise<void> {
    await this.#commands?.server.end('SIGTERM');
    await this.#gateway?.server.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Creates one folder with the installed packages of all workspaces. */
function linkModules(folder: string): void {
  const examples = readdirSync(path.join(root, 'examples')).map((name) => `examples/${name}`);
  for (const workspace of [...moduleFolders, ...examples]) {
    const installed = path.join(root, workspace, 'node_modules');
    if (existsSync(installed)) linkAll(installed, folder);
  }
  link(path.join(root, 'node_modules/.bin'), path.join(folder, '.bin'));
  for (const name of packages) link(path.join(root, 'packages', name), path.join(folder, '@inrgate', name));
}

function linkAll(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    if (name.startsWith('.')) continue;
    if (name.startsWith('@')) linkAll(path.join(from, name), path.join(to, name));
    else link(path.join(from, name), path.join(to, name));
  }
}

function link(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  if (!existsSync(to)) symlinkSync(from, to, 'junction');
}
