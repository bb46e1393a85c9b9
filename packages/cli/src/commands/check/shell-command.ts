import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** Maximum duration of a command in milliseconds. */
const timeoutMs = 30_000;
/** Maximum number of output characters. One line is sufficient for the result. */
const longestOutput = 65_536;

interface ShellCommand {
  readonly command: string;
  /** Additional variables, for example order numbers. The shell does not interpret them. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Start the command in a process group, because a signal to the group also kills the command's children. Windows has no
 * process groups and would open a window.
 */
const hasGroups = process.platform !== 'win32';

/**
 * Runs the user's command in a shell and returns its output. Its standard error stays visible to the user.
 *
 * @throws {Error} for an exit code other than 0, a run longer than 30 s, or too much output
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
    if (code !== 0) throw new Error(`the command ended with exit code ${code}`);
    return output;
  } catch (error) {
    end(child);
    signal.throwIfAborted();
    throw time.aborted ? new Error(`the command ran longer than ${timeoutMs / 1_000} s`) : error;
  }
}

async function beginningOf(output: Readable): Promise<string> {
  let text = '';
  for await (const chunk of output.setEncoding('utf8')) {
    text += chunk;
    if (text.length > longestOutput)
      throw new Error(`the command printed more than ${longestOutput / 1_024} KB`);
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
    // Ignore the error, because the process has already ended.
  }
}
