import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** Runs a program to its end; its output is in the error if it fails. */
export const runProgram = promisify(execFile);

/** A folder of its own; a path short enough for a Unix socket in it. */
export function temporaryFolder(name: string): Promise<string> {
  return mkdtemp(path.join(tmpdir(), `inrgate-${name}-`));
}

export interface ServerProcess {
  /** Ends the server at once and deletes its folder. */
  stop(): Promise<void>;
  /** Ends it with the signal. Its folder stays, so that another server can start in it. */
  end(signal: NodeJS.Signals): Promise<void>;
}

interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly options?: SpawnOptions;
  /** The server's folder. */
  readonly folder: string;
  /** What the server prints once it accepts connections. */
  readonly ready: RegExp;
}

/** Starts a server and waits until it is ready. It does not outlive this process. */
export async function startServerProcess(start: Start): Promise<ServerProcess> {
  const { program, args, options, folder } = start;
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  await readyLine(child, start).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const end = async (signal: NodeJS.Signals) => {
    process.off('exit', kill);
    child.kill(signal);
    await exited;
  };
  return {
    end,
    async stop() {
      // Not SIGINT: PostgreSQL then cuts connections that are just closing.
      await end('SIGTERM');
      await removeFolder();
    },
  };
}

function readyLine(child: ChildProcess, { program, ready }: Start): Promise<void> {
  return new Promise((resolve, reject) => {
    const output: string[] = [];
    const read = (stream: Readable | null) => {
      if (stream === null) return;
      createInterface(stream).on('line', (line) => {
        output.push(line);
        if (ready.test(line)) resolve();
      });
    };
    read(child.stdout);
    read(child.stderr);
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`${program} ended with ${code}:\n${output.join('\n')}`));
    });
  });
}
