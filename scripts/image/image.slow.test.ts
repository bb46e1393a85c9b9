import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasRuntimes } from '../../test/runtimes.ts';
import { buildImage } from '../image.mjs';
import { user } from './system.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'inrgate-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const archive = path.join(folder, 'archive');
const rootFolder = path.join(folder, 'root');
const volume = path.join(folder, 'volume');
const foreignVolume = path.join(folder, 'foreign');
const token = 'token-of-the-image-test';

interface Descriptor {
  readonly digest: string;
  readonly size: number;
}
interface Manifest {
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}
interface Config {
  readonly config: {
    readonly Env: readonly string[];
    readonly Entrypoint: readonly string[];
    readonly Cmd: readonly string[];
    readonly User: string;
    readonly Labels: Readonly<Record<string, string>>;
    readonly Healthcheck: { readonly Test: readonly string[] };
  };
  readonly rootfs: { readonly diff_ids: readonly string[] };
}
let image: Config;

function json<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(archive, name), 'utf8'));
}

function blob({ digest }: Descriptor): string {
  return `blobs/${digest.replace(':', '/')}`;
}

function sha256(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/**
 * As in a container with `--read-only`, only `/data` is writable, and the program is process 1 of its own namespace.
 */
const container = `
mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; mount --bind "$2" "$1/data"
root=$1 owner=$3; shift 3
exec chroot --userspec="$owner" "$root" "$@"`;

/** Runs a command as the container engine would, without a network. */
function runInImage(
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
  mounted = volume,
): ChildProcessByStdio<null, Readable, Readable> {
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  const { Env, User } = image.config;
  const own = Object.fromEntries(Env.map((variable) => variable.split('=')));
  const script = [
    'sh',
    '-euc',
    `PATH=/usr/sbin:/usr/bin:/sbin:/bin; ${container}`,
    'sh',
    rootFolder,
    mounted,
    User,
  ];
  const child = spawn('unshare', [...namespaces, ...script, ...command], {
    env: { ...own, ...env, PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function outcome(child: ReturnType<typeof runInImage>) {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

function entryPoint(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return outcome(runInImage([...image.config.Entrypoint, ...args], env));
}

async function serve() {
  const args = [...image.config.Cmd, '--port', '0', '--json'];
  const child = runInImage([...image.config.Entrypoint, ...args], { INRGATE_CONTROL_TOKEN: token });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { baseUrl, url } = JSON.parse(String(line));
  const client = { INRGATE_BASE_URL: baseUrl, INRGATE_CONTROL_TOKEN: token };
  const stop = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'close');
    process.kill(processOne(child), signal);
    const [code] = await ended;
    return code;
  };
  return { client, port: new URL(url).port, processOne: processOne(child), stop };
}

function processOne({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}

// The build needs Linux, and the test needs root for chroot.
describe.runIf(hasRuntimes('chroot'))('the image', () => {
  beforeAll(async () => {
    const { file } = await buildImage('node_modules/.cache/inrgate/image', 0);
    for (const made of [archive, rootFolder]) mkdirSync(made);
    for (const made of [volume, foreignVolume]) mkdirSync(made, { mode: 0o700 });
    execFileSync('tar', ['-xf', file, '-C', archive]);
    const [manifest] =
      json<readonly { readonly Config: string; readonly Layers: readonly string[] }[]>('manifest.json');
    image = json(manifest?.Config ?? '');
    for (const layer of manifest?.Layers ?? [])
      execFileSync('tar', ['-xpf', path.join(archive, layer), '-C', rootFolder]);
    chownSync(volume, user, user);
  }, 300_000);

  it('the image is an OCI layout, and each digest matches its content', () => {
    const { manifests } = json<{ readonly manifests: readonly Descriptor[] }>('index.json');
    const [first, second] = manifests;
    expect(first?.digest).toBe(second?.digest);
    const { config, layers } = json<Manifest>(blob(first ?? { digest: '', size: 0 }));
    for (const described of [...manifests, config, ...layers]) {
      const content = readFileSync(path.join(archive, blob(described)));
      expect({ digest: sha256(content), size: content.length }).toEqual({
        digest: described.digest,
        size: described.size,
      });
    }
    expect(layers.map((layer) => sha256(gunzipSync(readFileSync(path.join(archive, blob(layer))))))).toEqual(
      image.rootfs.diff_ids,
    );
  });

  it('the image contains the settings of the Dockerfile and the version', () => {
    expect(image.config).toMatchObject({
      User: `${user}:${user}`,
      Env: ['PATH=/usr/bin', 'INRGATE_HOST=0.0.0.0', 'INRGATE_DB=/data/gateway.db'],
      ExposedPorts: { '4300/tcp': {} },
      Volumes: { '/data': {} },
      WorkingDir: '/data',
      StopSignal: 'SIGTERM',
      Healthcheck: {
        Interval: 10_000_000_000,
        Timeout: 5_000_000_000,
        StartPeriod: 60_000_000_000,
        Retries: 3,
      },
    });
    const { version } = JSON.parse(readFileSync('packages/cli/package.json', 'utf8'));
    expect(image.config.Labels).toMatchObject({
      'org.opencontainers.image.title': 'inrgate',
      'org.opencontainers.image.description': expect.stringContaining('payment gateway'),
      'org.opencontainers.image.version': version,
    });
  });

  it('the image does not start without a token', async () => {
    expect(await entryPoint(image.config.Cmd)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: --control-token is required to listen on 0.0.0.0 because external clients can reach the gateway\n',
    });
  });

  it.each([
    ['a volume', '/data/gateway.db', 'cannot be opened; check that its folder exists and is writable'],
    ['a file', '/etc/passwd', 'cannot be written to; check its permissions'],
  ])('the image reports %s that is not writable', async (_, file, problem) => {
    const command = [...image.config.Entrypoint, ...image.config.Cmd];
    const env = { INRGATE_CONTROL_TOKEN: token, INRGATE_DB: file };
    expect(await outcome(runInImage(command, env, foreignVolume))).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${file} ${problem}\n`,
    });
  });

  it('as an unprivileged user on a read-only root, the image survives a kill and stops on SIGTERM', async () => {
    const first = await serve();
    const status = readFileSync(`/proc/${first.processOne}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\\t${user}\\t${user}`, 'm'));
    const created = await entryPoint(
      ['payin', 'create', '--mch-order-no', 'ORDER-1', '--amount', '500.00'],
      first.client,
    );
    expect(created).toMatchObject({ code: 0 });
    await first.stop('SIGKILL');

    const second = await serve();
    const headers = { authorization: `Bearer ${token}` };
    const listed = await fetch(new URL('/_mock/payins', second.client.INRGATE_BASE_URL), { headers });
    expect(await listed.json()).toMatchObject({ items: [{ mchOrderNo: 'ORDER-1', status: 'pending' }] });
    const healthcheck = () =>
      outcome(
        runInImage(image.config.Healthcheck.Test.slice(1), {
          INRGATE_PORT: second.port,
          INRGATE_CONTROL_TOKEN: token,
        }),
      );
    expect(await healthcheck()).toMatchObject({ code: 0 });
    expect(await second.stop('SIGTERM')).toBe(0);
    expect(await healthcheck()).toMatchObject({ code: 1 });
  });
});
