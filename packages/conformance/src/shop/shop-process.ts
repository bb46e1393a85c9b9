import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mask } from '@inrgate/sdk/internal';
import { CheckError, invalidOption } from '../findings/report.ts';
import { errorCode } from '../http/messages.ts';
import { maxKeyLength } from '../masking/masking.ts';

/** Milliseconds between two checks of the port. */
const lookMs = 10;
/** Maximum milliseconds until the port of a killed shop is free. */
const freeMs = 10_000;
/** Maximum milliseconds from the end of a shop's connections to the end of its process. */
const endMs = 250;
/** Number of lines of the shop's output in the error about a failed start. */
const shownLines = 8;
/** Maximum number of output characters to store. */
const keptOutput = 16_384;
/** Use a process group, because killing it also kills the command's children. Windows has no process groups. */
const hasGroups = process.platform !== 'win32';

interface ShopProcessOptions {
  readonly command: string;
  readonly url: URL;
  readonly env: Readonly<Record<string, string>>;
  readonly masked: Mask;
  /** Maximum milliseconds until the shop listens. */
  readonly startMs: number;
  readonly signal: AbortSignal;
}

export class ShopProcess {
  readonly #options: ShopProcessOptions;
  #child: ChildProcess | null = null;
  #output = '';
  #hasStarted = false;
  readonly #guard = hasGroups ? new ShopGuard() : null;
  readonly #killAtExit = () => this.#killNow();

  constructor(options: ShopProcessOptions) {
    this.#options = options;
    process.on('exit', this.#killAtExit);
  }

  /** True while the process runs. The process can end without a kill. */
  get isUp(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** @throws {CheckError} `invalid_option` if another program listens at the shop's URL */
  async checkPort(): Promise<void> {
    if (!(await this.#isListening())) return;
    const { host } = this.#options.url;
    invalidOption(
      `another program already listens at ${host}. Stop that program, because inrgate starts the shop itself, or use another --url`,
    );
  }

  /**
   * Starts the shop unless it is already running. Resolves when the shop listens.
   *
   * @throws {CheckError} `shop_failed` with the last lines of its output
   */
  async start(): Promise<void> {
    if (this.isUp) return;
    // Like a supervisor, restart a shop that has ended. Its children could still use the port.
    await this.kill();
    this.#options.signal.throwIfAborted();
    this.#output = '';
    const child = await this.#spawned();
    await this.#untilListening(child);
    this.#hasStarted = true;
  }

  /**
   * @throws {CheckError} `shop_failed` if the system has no shell, for example in a container, or if the command is too
   * long
   */
  async #spawned(): Promise<ChildProcess> {
    const { command, env } = this.#options;
    try {
      const child = spawn(command, {
        shell: true,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: hasGroups,
      });
      this.#child = child;
      // Watch the shop at once, because inrgate can be killed before the next turn.
      this.#guard?.watch(child.pid ?? null);
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          this.#output = (this.#output + text).slice(-keptOutput);
        });
      }
      await once(child, 'spawn');
      return child;
    } catch (cause) {
      this.#child = null;
      throw new CheckError(
        'shop_failed',
        `the shop did not start: no shell can run the command (${errorCode(cause)})`,
        {
          cause,
        },
      );
    }
  }

  /**
   * Kills the shop with its children. Resolves when its port is free.
   *
   * @throws {CheckError} `shop_failed` if the shop still listens, because it left its process group
   */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const ended = this.isUp ? once(child, 'exit') : null;
    this.#killNow();
    await ended;
    this.#guard?.watch(null);
    this.#child = null;
    const until = performance.now() + Math.min(freeMs, this.#options.startMs);
    while (await this.#isListening()) {
      if (performance.now() > until) throw this.#outlived();
      await sleep(lookMs);
    }
  }

  async close(): Promise<void> {
    await this.kill().finally(() => this.#guard?.close());
    process.off('exit', this.#killAtExit);
  }

  #killNow(): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    if (!hasGroups) {
      spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
      return;
    }
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Ignore the error, because the group has already ended.
    }
  }

  async #untilListening(child: ChildProcess): Promise<void> {
    const { signal, url, startMs } = this.#options;
    const until = performance.now() + startMs;
    const again = this.#hasStarted ? ' again after inrgate killed it' : '';
    while (!(await this.#isListening())) {
      const reason = !this.isUp
        ? `the command exited with ${endOf(child)}`
        : performance.now() > until && `no server listens at ${url.host} within ${startMs / 1_000} s`;
      if (reason !== false) {
        throw await this.#failed(`the shop did not start${again}: ${reason}`);
      }
      await sleep(lookMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  #outlived(): CheckError {
    const { host } = this.#options.url;
    return new CheckError(
      'shop_failed',
      `a process still listens at ${host} after inrgate killed the shop. Stop that process, and use a --start command that stays in the foreground`,
    );
  }

  /**
   * @throws {CheckError} `shop_failed` with the last lines of the output, if the shop has ended although the checker
   * did not kill it
   */
  async checkUp(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    // Wait a short time, because a connection closes before its process ends.
    if (this.isUp) await Promise.race([once(child, 'exit'), sleep(endMs)]);
    if (!this.isUp) throw await this.#failed(`the shop exited with ${endOf(child)}`);
  }

  async #failed(what: string): Promise<CheckError> {
    await this.kill();
    const masked = this.#options.masked(this.#output);
    // Remove the beginning of a long output, because it can be a part of a key.
    const shown = this.#output.length < keptOutput ? masked : masked.slice(maxKeyLength);
    const lines = shown.trim().split('\n').slice(-shownLines);
    const output = lines.map((line) => line.trim()).join(' | ');
    const last = output === '' ? 'the shop printed no output' : `last output of the shop: ${output}`;
    return new CheckError('shop_failed', `${what}; ${last}`);
  }

  #isListening(): Promise<boolean> {
    const { hostname, port } = this.#options.url;
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
    return new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    }).finally(() => socket.destroy()) as Promise<boolean>;
  }
}

function endOf({ exitCode, signalCode }: ChildProcess): string {
  return exitCode === null ? `signal ${signalCode}` : `exit code ${exitCode}`;
}

/** Reads ids of process groups from its input, one per line. Kills the last of these groups when the input ends. */
const script = 'while read -r line; do group=$line; done; [ -z "$group" ] || kill -s KILL -- "-$group"';

/**
 * A process that kills the shop's process group if inrgate is killed, because a killed process runs no handler. The end
 * of inrgate closes the input of this process. Requires a system with process groups.
 */
class ShopGuard {
  #guard: ChildProcess | null = null;

  /** Sets the process group to kill at the end of inrgate, or none. */
  watch(group: number | null): void {
    this.#guard ??= started();
    this.#guard.stdin?.write(`${group ?? ''}\n`);
  }

  close(): void {
    this.#guard?.stdin?.end();
    this.#guard = null;
  }
}

function started(): ChildProcess {
  // Use a separate group, so the guard survives a kill of inrgate's group.
  const guard = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  // Ignore the error, because a system without `sh` cannot start the shop either.
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  return guard;
}
