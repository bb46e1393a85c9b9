import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { GatewayOptions } from '../../../src/index.ts';

/** A gateway's process, loaded and waiting, then open, then dead. */
export class Life {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<unknown>;
  #dead = false;

  /** It loads in the background: most of its life is that. */
  constructor(compileCache: string) {
    const program = path.join(import.meta.dirname, 'gateway-process.ts');
    const child = spawn(process.execPath, ['--conditions=@inrgate/source', program], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, NODE_OPTIONS: '' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child = child;
    this.#ended = once(child, 'close').then(() => {
      this.#dead = true;
    });
    // A line to a process that has died is lost.
    child.stdin.on('error', () => {});
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    onTestFinished(() => void child.kill('SIGKILL'));
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** Ends when it is dead. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /**
   * Where it listens; null when it died before it did.
   *
   * @param dieAt the statement at which it kills itself; null for none
   * @param leaseMs real milliseconds of silence after which others on its PostgreSQL take over
   */
  async open(options: GatewayOptions, dieAt: number | null, leaseMs?: number): Promise<string | null> {
    await this.#lines.next();
    this.#child.stdin?.write(`${JSON.stringify({ options, dieAt, leaseMs })}\n`);
    const { value, done } = await this.#lines.next();
    return done === true ? null : value;
  }

  /** At once, whatever it is doing. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Lets it do nothing, until it goes on. */
  stall(): void {
    this.#child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
  }
}
