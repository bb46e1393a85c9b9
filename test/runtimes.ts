import { spawnSync } from 'node:child_process';

interface Runtime {
  /** One of these commands succeeds where the program is, with the parts of it that are needed. */
  readonly probes: readonly (readonly [string, ...string[]])[];
  /** Debian's packages. */
  readonly packages: string;
}

/** Programs that some tests need and npm does not bring. `scripts/runtimes.sh` installs them on Debian. */
const runtimes = {
  php: {
    probes: [['php', '-r', 'exit(extension_loaded("pdo_sqlite") ? 0 : 1);']],
    packages: 'php-cli php-sqlite3',
  },
  python: { probes: [['python3', '-c', 'import sqlite3']], packages: 'python3' },
  pytest: { probes: [['python3', '-m', 'pytest', '--version']], packages: 'python3-pytest' },
  flask: { probes: pythonWith('flask'), packages: 'python3-flask' },
  django: { probes: pythonWith('django'), packages: 'python3-django' },
  symfony: {
    probes: [['php', '-r', 'require "Symfony/Bundle/FrameworkBundle/autoload.php";']],
    packages: 'php-symfony-framework-bundle',
  },
  phpunit: { probes: [['phpunit', '--version']], packages: 'phpunit' },
  java: { probes: [['javac', '--version']], packages: 'default-jdk-headless' },
  go: { probes: [['go', 'version']], packages: 'golang-go' },
  sh: {
    probes: [['sh', '-c', 'openssl version && curl --version && awk 1 /dev/null']],
    packages: 'openssl curl mawk',
  },
  nginx: { probes: [['nginx', '-v']], packages: 'nginx-light' },
  jq: { probes: [['jq', '--version']], packages: 'jq' },
  openssl: { probes: [['openssl', 'version']], packages: 'openssl' },
  bash: {
    probes: [['bash', '-c', 'sed 1d /dev/null && mkdir -p . && echo 1 | sort | grep -q 1']],
    packages: 'bash coreutils grep sed',
  },
  mkfifo: { probes: [['mkfifo', '--version']], packages: 'coreutils' },
  unshare: {
    // Network and mounts of a process's own need Linux, and rights that a container may not give.
    probes: [['unshare', '-mn', 'ip', 'link', 'set', 'lo', 'up']],
    packages: 'util-linux iproute2',
  },
  redis: {
    probes: [
      [process.env['INRGATE_REDIS_SERVER'] || 'redis-server', '--version'],
      ['valkey-server', '--version'],
    ],
    packages: 'redis-server',
  },
} as const satisfies Readonly<Record<string, Runtime>>;

/** Debian's modules are only for Debian's interpreter, which another `python3` of the PATH can hide. */
function pythonWith(module: string) {
  return ['python3', '/usr/bin/python3'].map((python) => [python, '-c', `import ${module}`] as const);
}

/** A program that a test can need. */
export type RuntimeName = keyof typeof runtimes;

const found = new Map<RuntimeName, boolean>();

/**
 * Whether each of these programs is installed: `describe.runIf(hasRuntimes('php'))` skips the tests where one is missing.
 */
export function hasRuntimes(...names: readonly RuntimeName[]): boolean {
  return names.every((name) => {
    const known = found.get(name) ?? runtimes[name].probes.some(succeeds);
    found.set(name, known);
    return known;
  });
}

/** The program of the first probe that succeeds: `python3`, or the interpreter that has the module. */
export function programOf(name: RuntimeName): string {
  const probes: Runtime['probes'] = runtimes[name].probes;
  return (probes.find(succeeds) ?? probes[0])?.[0] ?? name;
}

function succeeds([program, ...args]: readonly [string, ...string[]]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** The line that names what is missing on this machine and how to install it; empty where nothing is. */
export function missingRuntimes(): string {
  const names = (Object.keys(runtimes) as RuntimeName[]).filter((name) => !hasRuntimes(name));
  if (names.length === 0) return '';
  const packages = new Set(names.flatMap((name) => runtimes[name].packages.split(' ')));
  return `Skipped: the tests that need ${names.join(', ')}. On Debian, install ${[...packages].join(' ')}.`;
}
