import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { GatewayOptions } from '../../../src/index.ts';

/** The process of a gateway. It is first loaded, then open, and finally dead. */
export class Life {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<unknown>;
  #dead = false;

  /**
   * Loads the gateway in the background, because loading takes most of the time.
   *
   * @param compileCache folder of the compiled code, unless the environment names one
   */
  constructor(compileCache: string) {
    const program = path.join(import.meta.dirname, 'gateway-process.ts');
    const child = spawn(process.execPath, ['--conditions=@inrgate/source', program], {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compileCache,
        NODE_OPTIONS: '',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child = child;
    this.#ended = once(child, 'close').then(() => {
      this.#dead = true;
    });
    // Ignore the error, because a line to a dead process is lost.
    child.stdin.on('error', () => {});
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    onTestFinished(() => void child.kill('SIGKILL'));
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** Resolves when the process has ended. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /**
   * Opens the gateway and returns its URL, or null if it died first.
   *
   * @param dieAt number of the statement at which the process kills itself, or null
   */
  async open(options: GatewayOptions, dieAt: number | null): Promise<string | null> {
    await this.#lines.next();
    this.#child.stdin?.write(`${JSON.stringify({ options, dieAt })}\n`);
    const { value, done } = await this.#lines.next();
    return done === true ? null : value;
  }

  /** Kills the process immediately. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
