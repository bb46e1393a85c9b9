export { type OpenTelemetryOptions, openTelemetryHooks } from './opentelemetry/hooks.ts';
