// The parts that load no schemas. Programs that must start fast import this module.
export { didYouMean } from './options/suggest.ts';
export { maxDurationMs, parseDuration } from './protocol/duration.ts';
export { defaultOrigin, defaultPort, demoCredentials } from './protocol/local-gateway.ts';
export { isLoopback } from './protocol/loopback.ts';
export { jsonLine, printable } from './protocol/printable.ts';
export { type V1Endpoint, type V3Endpoint, v1Routes, v3Routes } from './protocol/routes.ts';
