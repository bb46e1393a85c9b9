export {
  CallbackVerificationError,
  isCallbackVerificationError,
} from './callbacks/verification-error.ts';
export type { CallPromise, CallResponse, WithResponse } from './client/call-promise.ts';
export { GatewayClient } from './client/client.ts';
export type { AttemptTrace, CallTrace, CallTraceResult } from './client/diagnostics.ts';
export { ApiError, type ApiErrorCode, type ApiErrorFacts, isApiError } from './client/errors/api-error.ts';
export { ConfigurationError, isConfigurationError } from './client/errors/configuration-error.ts';
export { ConnectionError, isConnectionError } from './client/errors/connection-error.ts';
export {
  type ErrorFacts,
  GatewayError,
  isGatewayError,
  type Outcome,
} from './client/errors/gateway-error.ts';
export { isResponseError, ResponseError, type ResponseErrorFacts } from './client/errors/response-error.ts';
export { isTimeoutError, TimeoutError } from './client/errors/timeout-error.ts';
export type {
  AttemptEndEvent,
  AttemptEvent,
  ClientHooks,
  Operation,
  RetryEvent,
} from './client/hooks.ts';
export type { CallOptions, ClientOptions, Fetch } from './client/options.ts';
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
export type { QueryEvent, WaitOptions } from './resources/wait.ts';
