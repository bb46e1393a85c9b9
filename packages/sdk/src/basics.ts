// The parts of the protocol that need no schemas, for who is to start at once: nothing else is loaded with them.
export { maxDurationMs, parseDuration } from './protocol/duration.ts';
export { defaultOrigin, defaultPort, demoCredentials } from './protocol/local-gateway.ts';
export { isLoopback } from './protocol/loopback.ts';
export { jsonLine, printable } from './protocol/printable.ts';
