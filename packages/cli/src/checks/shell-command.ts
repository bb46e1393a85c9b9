import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** Milliseconds that a command has. */
const timeoutMs = 30_000;
/** Characters that it may print; what is asked for is one line. */
const longestOutput = 65_536;

interface ShellCommand {
  readonly command: string;
  /** Added to the environment: numbers of a shop are no text for a shell to read. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A group of its own, so that what the shell has started ends with it; Windows has none, and opens a window for it. */
const hasGroups = process.platform !== 'win32';

/**
 * Runs a command of the caller's in a shell, and answers what it printed. Its standard error is the caller's to see.
 *
 * @throws {Error} when it leaves with another exit code than 0, takes longer than half a minute, or prints without an end
 */
export async function shellCommand({ command, env, signal }: ShellCommand): Promise<string> {
  const child = spawn(command, {
    shell: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: hasGroups,
  });
  const time = AbortSignal.timeout(timeoutMs);
  const limited = AbortSignal.any([signal, time]);
  try {
    const closed = once(child, 'close', { signal: limited });
    const [output, [code]] = await Promise.all([beginningOf(child.stdout), closed]);
    if (code !== 0) throw new Error(`it left with exit code ${code}`);
    return output;
  } catch (error) {
    end(child);
    signal.throwIfAborted();
    throw time.aborted ? new Error(`it took longer than ${timeoutMs / 1_000} s`) : error;
  }
}

async function beginningOf(output: Readable): Promise<string> {
  let text = '';
  for await (const chunk of output.setEncoding('utf8')) {
    text += chunk;
    if (text.length > longestOutput) throw new Error(`it prints more than ${longestOutput / 1_024} KB`);
  }
  return text;
}

function end(child: ChildProcess): void {
  child.stdout?.destroy();
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, 'SIGTERM');
    else child.kill();
  } catch {
    // It has ended by itself.
  }
}
