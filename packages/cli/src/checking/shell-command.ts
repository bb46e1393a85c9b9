import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Milliseconds that a command has. */
const timeoutMs = 30_000;

interface ShellCommand {
  readonly command: string;
  /** Added to the environment: numbers of a shop are no text for a shell to read. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Runs a command of the caller's in a shell, and answers what it printed. Its standard error is the caller's to see.
 *
 * @throws {Error} when it leaves with another exit code than 0, or takes longer than half a minute
 */
export async function shellCommand({ command, env, signal }: ShellCommand): Promise<string> {
  const child = spawn(command, {
    shell: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: timeoutMs,
    signal,
  });
  const [output, [code, killedBy]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0)
    throw new Error(
      killedBy ? `it took longer than ${timeoutMs / 1_000} s` : `it left with exit code ${code}`,
    );
  return output;
}
