export type { CallPromise, CallResponse, WithResponse } from './calls/call.ts';
export type {
  AttemptEndEvent,
  AttemptEvent,
  CallEndEvent,
  CallEvent,
  ClientHooks,
  OrderAttemptEvent,
  OrderReference,
  RetryEvent,
} from './calls/hooks.ts';
export type { CallOptions, ClientOptions, Fetch } from './calls/options.ts';
export {
  CallbackVerificationError,
  isCallbackVerificationError,
} from './errors/callback-errors.ts';
export {
  ApiError,
  type ApiErrorCode,
  type ApiErrorFacts,
  ConfigurationError,
  ConnectionError,
  type ErrorFacts,
  GatewayError,
  isApiError,
  isConfigurationError,
  isConnectionError,
  isGatewayError,
  isResponseError,
  isTimeoutError,
  type Outcome,
  ResponseError,
  type ResponseErrorFacts,
  TimeoutError,
} from './errors/errors.ts';
export * from './gateway-client.ts';
export type { Around } from './hooks/observers.ts';
export type { Operation } from './protocol/routes.ts';
export type { Open } from './protocol/schemas/field.ts';
