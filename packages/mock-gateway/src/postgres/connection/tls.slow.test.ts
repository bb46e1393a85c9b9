import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MortalPostgres, startOwnPostgres } from '../../../../../test/postgres.ts';
import { hasRuntimes } from '../../../../../test/runtimes.ts';
import { runProgram, temporaryFolder } from '../../../../../test/server-process.ts';
import { postgresForTests } from '../../../test/postgres.ts';
import { postgresProxy } from '../../../test/postgres-proxy.ts';
import { createMockGateway } from '../../gateway.ts';
import { openDatabase } from './database.ts';

let folder = '';
let server: MortalPostgres | undefined;
const file = (name: string) => path.join(folder, name);
const openssl = (...args: readonly string[]) => runProgram('openssl', args);
const newKey = (name: string) => [
  ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
  ...['-keyout', file(`${name}.key`), '-subj', `/CN=${name}`],
];

/** Creates a certificate authority, whose files have this name. */
async function authority(name: string): Promise<void> {
  await openssl('req', '-x509', '-days', '2', ...newKey(name), '-out', file(`${name}.pem`));
}

async function certificateOf(host: string, signer: string) {
  await openssl('req', '-new', ...newKey(host), '-out', file(`${host}.csr`));
  await writeFile(file('names'), `subjectAltName=DNS:${host}`);
  const by = ['-CA', file(`${signer}.pem`), '-CAkey', file(`${signer}.key`), '-CAcreateserial'];
  const asked = ['-in', file(`${host}.csr`), '-extfile', file('names'), '-days', '2'];
  await openssl('x509', '-req', ...asked, ...by, '-out', file(`${host}.pem`));
  const [certificate, key] = await Promise.all(
    ['pem', 'key'].map((kind) => readFile(file(`${host}.${kind}`), 'utf8')),
  );
  return { certificate: certificate ?? '', key: key ?? '' };
}

function urlWith(options: Readonly<Record<string, string>>): string {
  return `postgres://tests@localhost:${server?.port}/inrgate_tests?${new URLSearchParams(options)}`;
}

/** Returns whether the connection is encrypted, according to the database. */
async function isEncrypted(options: Readonly<Record<string, string>>): Promise<boolean> {
  const database = await openDatabase({ url: urlWith(options), patience: 30_000 });
  const text = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
  try {
    return (await database.read<{ readonly ssl: boolean }>({ text }))[0]?.ssl === true;
  } finally {
    await database.close();
  }
}

describe.runIf(hasRuntimes('openssl'))('database over TLS', () => {
  beforeAll(async () => {
    folder = await temporaryFolder('tls');
    await authority('ours');
    await authority('theirs');
    server = await startOwnPostgres('inrgate_tests', { tls: await certificateOf('localhost', 'ours') });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('every connection of the gateway uses TLS if sslmode is verify-full', async () => {
    const db = urlWith({ sslmode: 'verify-full', sslrootcert: file('ours.pem') });
    const gateway = await createMockGateway({ db });
    expect((await gateway.payins.list()).items).toEqual([]);
    const database = await openDatabase({ url: db });
    const text = `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'inrgate'`;
    expect(await database.read({ text })).toEqual([{ ssl: true }]);
    await database.close();
    await gateway.close();
  });

  it('the gateway checks the certificate of a database, unless the options turn the check off', async () => {
    const ours = { sslrootcert: file('ours.pem') };
    for (const sslmode of ['require', 'verify-full'])
      expect(await isEncrypted({ ...ours, sslmode })).toBe(true);
    expect(await isEncrypted({ sslmode: 'no-verify' })).toBe(true);
    expect(await isEncrypted({ sslmode: 'disable' })).toBe(false);
  });

  it.each([
    ['an unknown authority', null],
    ['another authority than the configured authority', 'theirs.pem'],
  ])('the gateway immediately rejects a database with a certificate of %s', async (_, signer) => {
    const named: Readonly<Record<string, string>> = signer === null ? {} : { sslrootcert: file(signer) };
    for (const sslmode of ['require', 'verify-full']) {
      await expect(isEncrypted({ ...named, sslmode })).rejects.toMatchObject({
        name: 'StoreError',
        code: 'store_unreadable',
        message: expect.stringMatching(/has an untrusted certificate \(\w+\): set sslrootcert/),
      });
    }
  });

  it('the gateway rejects a database whose host name differs from the name in its certificate', async () => {
    const named = new URL(urlWith({ sslmode: 'verify-full', sslrootcert: file('ours.pem') }));
    named.hostname = '127.0.0.1';
    const database = await openDatabase({ url: named.href });
    await expect(database.read({ text: 'SELECT 1' })).rejects.toMatchObject({
      code: 'store_unreadable',
      message: expect.stringContaining(
        'has a certificate for another host name: use the host name of the certificate in the URL',
      ),
    });
    await database.close();
  });

  it('the gateway rejects a database if the root certificate file is unreadable', async () => {
    const missing = file('missing.pem');
    await expect(isEncrypted({ sslmode: 'verify-full', sslrootcert: missing })).rejects.toMatchObject({
      code: 'store_unreadable',
      message: expect.stringContaining(`the file ${missing}, which is unreadable`),
    });
  });
});

describe('database without TLS', () => {
  const postgres = postgresForTests();

  it('the gateway rejects a database without TLS in one sentence if the options require TLS', async () => {
    const url = new URL((await postgresProxy(postgres.url())).url);
    url.searchParams.set('sslmode', 'verify-full');
    const database = await postgres.open({ url: url.href });
    await expect(database.read({ text: 'SELECT 1' })).rejects.toMatchObject({
      code: 'store_unreadable',
      message: expect.stringContaining('does not support TLS'),
    });
  });
});
