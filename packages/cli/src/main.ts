import { runCommandLine } from './program.ts';

// A reader that has seen enough (`inrgate … | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCommandLine(process.argv.slice(2));
