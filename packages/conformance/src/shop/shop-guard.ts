import { type ChildProcess, spawn } from 'node:child_process';

/** Reads process groups from its input, one per line, and kills the last one when the input ends. */
const script = 'while read -r line; do group=$line; done; [ -z "$group" ] || kill -s KILL -- "-$group"';

/**
 * A process that kills the shop's process group if inrgate itself is killed, because no handler runs then. The end of
 * inrgate closes the guard's input. Only for systems with process groups.
 */
export class ShopGuard {
  #guard: ChildProcess | null = null;

  /** Kills this process group at the end of inrgate, or none. */
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
  // Its own group survives a kill of inrgate's group.
  const guard = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  // A system without `sh` also cannot start the shop.
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  return guard;
}
