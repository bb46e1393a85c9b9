import { playDay } from './day.ts';

// Convert a signal to an exit, so the exit handler also ends the gateway's process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  await playDay();
} catch (error) {
  console.error(error);
  // Exit, because the gateway's process and the shop's connections would keep this process alive.
  process.exit(1);
}
