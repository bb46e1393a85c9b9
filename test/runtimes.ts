import { spawnSync } from 'node:child_process';

interface Runtime {
  /** Succeeds where it is, with the parts of it that are needed. */
  readonly probe: readonly [string, ...string[]];
  /** Debian's packages; `scripts/runtimes.sh` installs them. */
  readonly packages: string;
  /** Elsewhere. */
  readonly from: string;
}

/** What the examples in other languages run on. */
const runtimes = {
  php: {
    probe: ['php', '-r', 'exit(extension_loaded("pdo_sqlite") ? 0 : 1);'],
    packages: 'php-cli php-sqlite3',
    from: 'https://www.php.net/downloads',
  },
  python: {
    probe: ['python3', '-c', 'import sqlite3'],
    packages: 'python3',
    from: 'https://www.python.org/downloads',
  },
  java: {
    probe: ['javac', '--version'],
    packages: 'default-jdk-headless',
    from: 'https://adoptium.net',
  },
  go: { probe: ['go', 'version'], packages: 'golang-go', from: 'https://go.dev/dl' },
  ruby: {
    probe: ['ruby', '--version'],
    packages: 'ruby',
    from: 'https://www.ruby-lang.org/en/downloads',
  },
  perl: {
    probe: ['perl', '-MDigest::MD5', '-e', '1'],
    packages: 'perl',
    from: 'https://www.perl.org/get.html',
  },
  sh: {
    probe: ['sh', '-c', 'openssl version && curl --version && awk 1 /dev/null'],
    packages: 'openssl curl mawk',
    from: 'the system; on Windows, Git for Windows',
  },
} as const satisfies Readonly<Record<string, Runtime>>;

/** A language of which a runtime can be asked for. */
export type Language = keyof typeof runtimes;

/**
 * Sees that the runtime of a language is there, since a test that is left out in silence holds nothing.
 *
 * @throws {Error} that says what to install
 */
export function needRuntime(language: Language): void {
  const { probe, packages, from } = runtimes[language];
  const [program, ...args] = probe;
  if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) return;
  throw new Error(
    `The test needs ${program}: scripts/runtimes.sh, or apt-get install ${packages}; elsewhere see ${from}`,
  );
}
