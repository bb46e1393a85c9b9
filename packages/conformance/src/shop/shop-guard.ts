import { type ChildProcess, spawn } from 'node:child_process';

/** Reads ids of process groups from its input, one per line. Kills the last of these groups when the input ends. */
const script = 'while read -r line; do group=$line; done; [ -z "$group" ] || kill -s KILL -- "-$group"';

/**
 * A process that kills the shop's process group if inrgate is killed, because a killed process runs no handler. The end
 * of inrgate closes the input of this process. Requires a system with process groups.
 */
export class ShopGuard {
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
