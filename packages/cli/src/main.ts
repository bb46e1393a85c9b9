import { exitCodes } from './output/exit-codes.ts';
import { runCommandLine } from './program.ts';
import { leaveIfAsked } from './session/stop-signal.ts';

// What cannot be told is no reason to leave the work half done, nor with the exit code of a crash, which is that of a
// refusal. A reader that has seen enough (`inrgate … | head`) is no failure at all.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  process.exitCode = exitCodes.noAnswer;
  process.stderr.write(`${unwritten(code)}\n`);
});
process.stderr.on('error', () => {});

const code = await runCommandLine(process.argv.slice(2));
process.exitCode ??= code;
leaveIfAsked();

function unwritten(code: string | undefined): string {
  const message = `standard output cannot be written (${code}), so the answer is lost`;
  return process.argv.includes('--json')
    ? JSON.stringify({ error: 'unwritten', message })
    : `error: ${message}`;
}
