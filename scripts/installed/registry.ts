import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runServer } from 'verdaccio';
import { run } from '../workspace.mjs';

/** A registry for the scope `@inrgate`. All other packages come from npm's configured registry. */
export interface Registry {
  /** Environment in which npm uses this registry and its own cache. */
  readonly env: NodeJS.ProcessEnv;
  readonly close: () => Promise<void>;
}

const shell = process.platform === 'win32';

/** Starts Verdaccio with an empty store at a unique path. npm's cache of another run therefore has no effect. */
export async function startRegistry(): Promise<Registry> {
  const storage = realpathSync(mkdtempSync(path.join(tmpdir(), 'inrgate-registry-')));
  const configuration = {
    storage,
    configPath: path.join(storage, 'config.yaml'),
    auth: { htpasswd: { file: path.join(storage, 'htpasswd') } },
    packages: { '@inrgate/*': { access: '$all', publish: '$all' } },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
    web: { enable: false },
  };
  const prefix = `/${randomUUID()}`;
  // Verdaccio's types require every setting.
  const verdaccio: Server = await runServer({ ...configuration, url_prefix: prefix } as unknown as string);
  const server = createServer((request, response) => {
    request.url = request.url?.replace(prefix, '');
    verdaccio.emit('request', request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { registry, cache } = JSON.parse((await run('npm', ['config', 'list', '--json'], { shell })).output);
  const host = `//127.0.0.1:${(server.address() as AddressInfo).port}${prefix}/`;
  const lines = [`registry=${registry}`, `@inrgate:registry=http:${host}`, `${host}:_authToken=any`];
  const userconfig = path.join(storage, '.npmrc');
  writeFileSync(userconfig, lines.join('\n'));
  return {
    env: environment({ userconfig, cache: cacheOver(cache, storage), prefer_offline: 'true' }),
    close: async () => {
      server.close();
      server.closeAllConnections();
      rmSync(storage, { recursive: true, force: true });
    },
  };
}

/** Creates a separate cache for npx that contains the packages that npm has already fetched. */
function cacheOver(cache: string, folder: string): string {
  const fetched = path.join(cache, '_cacache');
  mkdirSync(fetched, { recursive: true });
  const own = path.join(folder, 'cache');
  mkdirSync(own);
  symlinkSync(fetched, path.join(own, '_cacache'), 'junction');
  return own;
}

/**
 * Returns this environment with other settings of npm. Replaces lower-case variables too, because npm may have set
 * them.
 */
function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const names = Object.keys(settings).map((name) => `npm_config_${name}`);
  const others = Object.entries(process.env).filter(([name]) => !names.includes(name.toLowerCase()));
  return Object.fromEntries([...others, ...Object.values(settings).map((value, at) => [names[at], value])]);
}
