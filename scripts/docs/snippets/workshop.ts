import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { terminalOf } from '../../../packages/cli/test/terminal.ts';
import { root } from '../site/pages.ts';
import type { Answer } from './directive.ts';
import { plain } from './output.ts';
import { Ports } from './ports.ts';
import { onScreen } from './screen.ts';
import type { Shared } from './shared.ts';

/** Maximum milliseconds until a snippet ends or is ready. */
const patience = 120_000;
/** Milliseconds between two checks of background programs. */
const look = 50;

/** Arguments of a shell without the user's own settings, before a script. */
const bash = ['--noprofile', '--norc', '-c'];
const late = `\n(ended after ${patience / 1000} s; a server is run with a directive)`;

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

interface Background {
  readonly child: ChildProcess;
  readonly output: () => string;
}

const demoMerchant = {
  INRGATE_MCH_ID: 'DEMO1001',
  INRGATE_MCH_KEY: 'demo-mch-key',
  INRGATE_MCH_SECRET: 'demo-mch-secret',
};

/**
 * Runs the snippets of one page in a separate folder, home folder and shell. `inrgate` is on the PATH, and the packages
 * are in `node_modules`.
 */
export class Workshop {
  /** The page's folder. */
  readonly folder: string;
  readonly ports: Ports;
  readonly #base: string;
  readonly #shared: Shared;
  readonly #merchant: Readonly<Record<string, string>>;
  readonly #backgrounds = new Map<string, Background>();

  private constructor(
    base: string,
    shared: Shared,
    ports: Ports,
    merchant: Readonly<Record<string, string>>,
  ) {
    this.#base = base;
    this.#shared = shared;
    this.#merchant = merchant;
    this.ports = ports;
    this.folder = path.join(base, 'work');
    for (const name of ['work', 'home', 'bin', 'state']) mkdirSync(path.join(base, name));
    writeFileSync(path.join(base, 'package.json'), '{ "private": true, "type": "module" }');
    this.#putCommand('inrgate', inrgate(shared, this.ports.gateway));
    this.#putCommand('npx', npx);
  }

  /**
   * Opens a workshop. The environment contains the demo merchant, unless the page itself sets up its programs.
   *
   * @param gateway true to use the shared gateway for port 4300
   */
  static async open(shared: Shared, { isSetUp = true, gateway = false } = {}): Promise<Workshop> {
    const base = await mkdtemp(path.join(shared.folder, 'page-'));
    const ports = await Ports.find(gateway ? await shared.gatewayPort() : undefined);
    return new Workshop(base, shared, ports, isSetUp ? demoMerchant : {});
  }

  /** True if the commands of the pages may be shortened. */
  get isBrief(): boolean {
    return this.#shared.commandPort !== undefined;
  }

  /** The current folder, after every `cd` of the snippets so far. */
  get place(): string {
    const kept = path.join(this.#base, 'state/place');
    return existsSync(kept) ? readFileSync(kept, 'utf8').trim() : this.folder;
  }

  /** Writes a file of the page into the current folder. Returns its path. */
  write(name: string, text: string): string {
    const file = path.resolve(this.place, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, this.ports.in(text));
    return file;
  }

  /** Replaces the ports in a string of the page, and replaces `https://gateway.example` with the running gateway. */
  here(text: string): string {
    return this.ports.in(text.replaceAll('https://gateway.example', 'http://127.0.0.1:4300'));
  }

  /** Runs a shell snippet to its end. Its exports, unsets and changes of the folder affect the following snippets. */
  async run(script: string): Promise<Ended> {
    const started = this.#start(this.#toItsEnd(script));
    const timer = setTimeout(() => signal(started.child, 'SIGKILL'), patience);
    const [code] = await ended(started.child);
    clearTimeout(timer);
    return { code, output: `${started.output()}${code === null ? late : ''}` };
  }

  /** Runs a snippet in a terminal and types the responses. The output is the final screen of the terminal. */
  async runInTerminal(script: string, answers: readonly Answer[]): Promise<Ended> {
    const { CI: _, ...env } = this.#environment();
    const shell = terminalOf('bash', [...bash, this.#toItsEnd(script)], { cwd: this.place, env });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      shell.kill('SIGKILL');
    }, patience);
    try {
      for (const { question, keys } of answers) {
        await shell.shows(question);
        shell.type(`${this.here(keys)}\r`);
      }
      const { code, raw } = await shell.ended;
      // A killed program would have the exit code 0, but may have shown a prompt that the page omits.
      return isLate ? { code: null, output: `${onScreen(raw)}${late}` } : { code, output: onScreen(raw) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Starts a background snippet. Waits until it has printed a string or listens on a port. */
  async runInBackground(script: string, name: string, until: string | number): Promise<void> {
    const started = this.#start(`${this.#kept()}set -e\n${this.here(script)}`);
    this.#backgrounds.set(name, started);
    const isReady =
      typeof until === 'string'
        ? async () => plain(started.output()).includes(this.here(until))
        : () => listens(this.ports.of(until));
    await this.#wait(isReady, () => `${name} is not ready (${until}):\n${started.output()}`, started);
  }

  /** Waits until a background program has printed this pattern. */
  async seen(name: string, pattern: RegExp): Promise<void> {
    const background = this.#backgrounds.get(name);
    if (background === undefined) throw new Error(`nothing runs in the background as ${name}`);
    const output = () => `${plain(background.output())}\n`;
    await this.#wait(
      async () => pattern.test(output()),
      () => `${name} has not printed what is shown, but:\n${output()}`,
      background,
    );
  }

  /** Ends a background program, as with Ctrl-C. Its output stays available. */
  async stop(name: string): Promise<void> {
    const background = this.#backgrounds.get(name);
    if (background === undefined) throw new Error(`nothing runs in the background as ${name}`);
    await over(background.child, 'SIGINT');
  }

  /** Ends all running programs and deletes the folder. */
  async close(): Promise<void> {
    for (const { child } of this.#backgrounds.values()) await over(child, 'SIGKILL');
    await rm(this.#base, { recursive: true, force: true, maxRetries: 5 });
  }

  async #wait(isDone: () => Promise<boolean>, problem: () => string, { child }: Background): Promise<void> {
    for (const end = Date.now() + patience; !(await isDone()); await sleep(look)) {
      if (Date.now() > end || hasEnded(child)) throw new Error(problem());
    }
  }

  /** Exports of the snippets so far, without the other variables of this process. */
  #kept(): string {
    const isKept = existsSync(path.join(this.#base, 'state/variables'));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
    return isKept ? 'unset ${!INRGATE_@}\n. "$STATE/variables"\n' : '';
  }

  /** Wraps a snippet, so the following snippets inherit its exports and its folder. */
  #toItsEnd(script: string): string {
    const keep = `trap 'code=$?; export -p > "$STATE/variables"; pwd > "$STATE/place"; exit $code' EXIT\n`;
    return `${this.#kept()}set -e\n${keep}${this.here(script)}`;
  }

  #start(script: string): Background {
    const child = spawn('bash', [...bash, script], {
      cwd: this.place,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    return { child, output: () => output };
  }

  #environment(): Readonly<Record<string, string>> {
    const own = Object.entries(process.env).flatMap(([name, value = '']) =>
      /^(INRGATE_|NODE_|npm_|VITEST|DATABASE_URL)/.test(name) ? [] : [[name, value] as const],
    );
    const address = `http://127.0.0.1:${this.ports.gateway}`;
    return {
      ...Object.fromEntries(own),
      HOME: path.join(this.#base, 'home'),
      XDG_CONFIG_HOME: path.join(this.#base, 'home/.config'),
      PATH: [path.join(this.#base, 'bin'), path.dirname(process.execPath), process.env['PATH']].join(
        path.delimiter,
      ),
      EXAMPLES: path.join(root, 'examples'),
      STATE: path.join(this.#base, 'state'),
      LC_ALL: 'C.UTF-8',
      NO_COLOR: '1',
      npm_config_offline: 'true',
      ...this.#shared.environment,
      INRGATE_BASE_URL: `${address}/v3`,
      INRGATE_LEGACY_BASE_URL: `${address}/v1`,
      INRGATE_CONTROL_URL: `${address}/_mock`,
      ...this.#merchant,
    };
  }

  #putCommand(name: string, script: string): void {
    writeFileSync(path.join(this.#base, 'bin', name), `#!/usr/bin/env bash\n${script}`, { mode: 0o755 });
  }
}

/**
 * Replaces `npx`, because a start of npm takes a third of a second. It runs installed programs without options only.
 * Vitest runs all test files in one thread, because the start of a process takes longer than the tests of a page.
 */
const npx = `
name=$1
shift
[ "$name" != vitest ] || set -- "$@" --pool=threads --no-isolate --maxWorkers=1
exec "$STATE/../../node_modules/.bin/$name" "$@"
`;

/**
 * The script that replaces the command. The shared process runs each command that neither reads standard input nor runs
 * until it is stopped. For any other command, or if the shared process is busy, the script starts a process.
 */
function inrgate({ command, commandPort = 0 }: Shared, gateway: number): string {
  return `
port=
case "$1 $*" in serve*--port*) ;; serve*) port='--port ${gateway}' ;; esac
case "$1" in serve | listen | proxy | mcp) server=0 ;; *) server=${commandPort} ;; esac
if [ $server != 0 ] && [ /dev/stdin -ef /dev/null ] && exec 3<>/dev/tcp/127.0.0.1/$server; then
  { printf '%s\\0' "$PWD" $# "$@"; env -0; printf '\\0'; } >&3
  eval "$(cat <&3)"
  exec 3>&-
fi
exec "${process.execPath}" "${command}" "$@" $port
`;
}

/** Sends a signal to a snippet and to all its programs. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // Ignore the error, because the process has already ended.
  }
}

/** Sends a signal to a running process, kills it after a time limit, and waits for its end. */
async function over(child: ChildProcess, how: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const end = ended(child);
  signal(child, how);
  const timer = setTimeout(() => signal(child, 'SIGKILL'), patience);
  await end;
  clearTimeout(timer);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function ended(child: ChildProcess): Promise<[code: number | null]> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve([code]));
  });
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
