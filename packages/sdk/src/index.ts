export type { CallPromise, CallResponse, WithResponse } from './calls/call-promise.ts';
export type { CallOptions, ClientOptions, Fetch } from './calls/client-options.ts';
export type {
  AttemptEndEvent,
  AttemptEvent,
  CallEndEvent,
  CallEvent,
  ClientHooks,
  Operation,
  OrderAttemptEvent,
  RetryEvent,
} from './calls/hooks.ts';
export type { OrderReference } from './calls/order-reference.ts';
export { ApiError, type ApiErrorCode, type ApiErrorFacts, isApiError } from './errors/api-error.ts';
export {
  CallbackVerificationError,
  isCallbackVerificationError,
} from './errors/callback-verification-error.ts';
export { ConfigurationError, isConfigurationError } from './errors/configuration-error.ts';
export { ConnectionError, isConnectionError } from './errors/connection-error.ts';
export {
  type ErrorFacts,
  GatewayError,
  isGatewayError,
  type Outcome,
} from './errors/gateway-error.ts';
export { isResponseError, ResponseError, type ResponseErrorFacts } from './errors/response-error.ts';
export { isTimeoutError, TimeoutError } from './errors/timeout-error.ts';
export { GatewayClient } from './gateway-client.ts';
export type { Around } from './logging/watcher.ts';
export type { Open } from './protocol/schemas/received.ts';
export type { Balance, Wallet } from './resources/balance.ts';
export type { Link, LinkCreateParams, Links } from './resources/links.ts';
export type { OrderQuery } from './resources/order-query.ts';
export type { Payin, PayinCreateParams, Payins } from './resources/payins.ts';
export type {
  BankDestination,
  Payout,
  PayoutCreateOptions,
  PayoutCreateParams,
  Payouts,
  UpiDestination,
  UsdtDestination,
} from './resources/payouts.ts';
export type { Recovery } from './resources/recovery.ts';
export type { QueryEvent, WaitOptions } from './resources/waits.ts';
