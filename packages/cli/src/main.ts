import { exitCodes } from './output/exit-codes.ts';
import { runCommandLine } from './program.ts';
import { leaveIfAsked } from './session/stop-signal.ts';

// A failed write must neither interrupt the work nor change the exit code, because exit code 1 means a rejection. A
// closed pipe (`inrgate … | head`) is not an error.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  process.exitCode = exitCodes.noAnswer;
  process.stderr.write(`${unwritten(code)}\n`);
});
process.stderr.on('error', () => {});

/** Is resolved after the command. The executable is a CommonJS bundle, which cannot await it at the top level. */
export const finished = runCommandLine(process.argv.slice(2)).then((code) => {
  process.exitCode ??= code;
  leaveIfAsked();
});

function unwritten(code: string | undefined): string {
  const message = `standard output is not writable (${code}), so the result is lost`;
  return process.argv.includes('--json')
    ? JSON.stringify({ error: 'unwritten', message })
    : `error: ${message}`;
}
