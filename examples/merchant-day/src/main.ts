import { playDay } from './day.ts';

// An end asked for is an exit, so that the gateway's process ends with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  await playDay();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
