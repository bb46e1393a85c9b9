// Exports for inrgate's own packages only. Semantic versioning does not cover these exports.
export { isAmbiguous } from './protocol/ambiguity.ts';
export { type CallbackFormat, encodeCallback } from './protocol/callback-body.ts';
export {
  type CallbackFields,
  linkCallbackFields,
  payinCallbackFields,
  payoutCallbackFields,
} from './protocol/callback-fields.ts';
export { type Duration, parseDuration } from './protocol/duration.ts';
export { v3ErrorInfo } from './protocol/error-codes.ts';
export { failureInJson } from './protocol/failure-in-json.ts';
export { describeIssues, expectationOf, inputIssues } from './protocol/input-issues.ts';
export * from './protocol/limits.ts';
export { defaultOrigin, demoCredentials } from './protocol/local-gateway.ts';
export { isLoopback } from './protocol/loopback.ts';
export * from './protocol/masking.ts';
export * from './protocol/money.ts';
export { orderNumbers } from './protocol/order-numbers.ts';
export { jsonLine, printable } from './protocol/printable.ts';
export { outsideLimits } from './protocol/requests/messages.ts';
export * from './protocol/requests/v1.ts';
export * from './protocol/requests/v3.ts';
export * from './protocol/routes.ts';
export * from './protocol/schemas/envelope.ts';
export { absentFields, type Fields, namesOf } from './protocol/schemas/field.ts';
export * from './protocol/schemas/fields.ts';
export { personalFields } from './protocol/schemas/personal-fields.ts';
export { callbackAliases } from './protocol/schemas/readers.ts';
export type { DestinationField } from './protocol/schemas/request-field.ts';
export * from './protocol/schemas/responses.ts';
export { currency, payType, tradeType, url } from './protocol/schemas/text.ts';
export { destinations } from './protocol/schemas/v3-requests.ts';
export { alternativeText } from './protocol/signature.ts';
export { formatIst, istDay, parseIst } from './protocol/time.ts';
export { trc20Address } from './protocol/trc20.ts';
export { v1ErrorInfo } from './protocol/v1-error-codes.ts';
