import { playDay } from './day.ts';

// An end asked for is an exit, so that the gateway's process ends with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  await playDay();
} catch (error) {
  console.error(error);
  // The gateway's process and the shop's connections would keep this one alive.
  process.exit(1);
}
