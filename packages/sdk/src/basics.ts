// The parts of the protocol without schemas, for programs that must start fast.
export { maxDurationMs, parseDuration } from './protocol/duration.ts';
export { defaultOrigin, defaultPort, demoCredentials } from './protocol/local-gateway.ts';
export { isLoopback } from './protocol/loopback.ts';
export { jsonLine, printable } from './protocol/printable.ts';
