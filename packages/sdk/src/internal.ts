// Exports for inrgate's own packages only. Semantic versioning does not cover these exports.
export { isAmbiguous } from './protocol/ambiguity.ts';
export { type CallbackFormat, type EncodedCallback, encodeCallback } from './protocol/callback-body.ts';
export {
  type CallbackFields,
  linkCallbackFields,
  payinCallbackFields,
  payoutCallbackFields,
} from './protocol/callback-fields.ts';
export { harmlessCell } from './protocol/csv-cell.ts';
export { type Duration, parseDuration } from './protocol/duration.ts';
export { v3ErrorInfo } from './protocol/error-codes.ts';
export { failureInJson } from './protocol/failure-in-json.ts';
export { describeIssues, expectationOf, inputIssues } from './protocol/input-issues.ts';
export {
  callbackAnswerLimit,
  clientRefMaxLength,
  extraMaxLength,
  mchOrderNoPattern,
  noteMaxLength,
  orderValidityMinutes,
  rateLimitPerMinute,
  upiIdPattern,
  urlMaxLength,
} from './protocol/limits.ts';
export { defaultOrigin, demoCredentials } from './protocol/local-gateway.ts';
export { isLoopback } from './protocol/loopback.ts';
export { type Mask, mask, masking } from './protocol/masking.ts';
export {
  amountPattern,
  formatRate,
  linkAmountPattern,
  parseLinkAmount,
  parseRate,
  type Rate,
  ratePattern,
  usdtForPaise,
} from './protocol/money.ts';
export { orderNumbers } from './protocol/order-numbers.ts';
export { jsonLine, printable } from './protocol/printable.ts';
export {
  type Destination,
  type DestinationRefusal,
  refuseDestination,
} from './protocol/requests/destination.ts';
export { type OrderQuery, readOrderQuery } from './protocol/requests/order-query.ts';
export { outsideLimits } from './protocol/requests/outside-limits.ts';
export { readPayout, type WantedPayout } from './protocol/requests/payout-request.ts';
export { checkV1Parameters, currencyByTradeType } from './protocol/requests/v1-parameters.ts';
export { readApiKey, readV1Json, readV1Query } from './protocol/requests/v1-reading.ts';
export { V1Refusal } from './protocol/requests/v1-refusal.ts';
export { checkV3Parameters, readCredentials, readParameter } from './protocol/requests/v3-parameters.ts';
export { V3Refusal } from './protocol/requests/v3-refusal.ts';
export { alternativeOf, isSignedWith } from './protocol/requests/v3-signature.ts';
export {
  type KeyName,
  phpSuffix,
  type V1Endpoint,
  type V3Endpoint,
  v1Routes,
  v3Routes,
} from './protocol/routes.ts';
export { v1Failure, v1Success, v3Failure, v3Success } from './protocol/schemas/envelope.ts';
export { absentFields, type Fields, namesOf } from './protocol/schemas/field.ts';
export type { Currency, PayType, TradeType } from './protocol/schemas/fields.ts';
export {
  type LinkStatus,
  linkCreatedFields,
  linkFields,
  linkFoundFields,
  type PayinStatus,
  type PayoutStatus,
  payinCallbackOwnFields,
  payinFields,
  payinUsdtFields,
  payoutCallbackOwnFields,
  payoutFields,
  walletFields,
} from './protocol/schemas/fields.ts';
export { personalFields } from './protocol/schemas/personal-fields.ts';
export { callbackAliases } from './protocol/schemas/readers.ts';
export type { DestinationField } from './protocol/schemas/request-field.ts';
export {
  type LinkCreatedData,
  type LinkData,
  type LinkFoundData,
  linkCreated,
  linkFound,
  type PayinCreatedData,
  type PayinData,
  type PayinFoundData,
  type PayinUsdtData,
  type PayoutCreatedData,
  type PayoutData,
  type PayoutFoundData,
  payinCreated,
  payinFound,
  payinStatus,
  payoutCreated,
  payoutFound,
  payoutStatus,
  type WalletData,
  wallet,
} from './protocol/schemas/responses.ts';
export { currency, payType, tradeType, url } from './protocol/schemas/text.ts';
export { destinations } from './protocol/schemas/v3-requests.ts';
export { alternativeText } from './protocol/signature.ts';
export { formatIst, istDay, parseIst } from './protocol/time.ts';
export { isTrc20Address, trc20Address } from './protocol/trc20.ts';
export { v1ErrorInfo } from './protocol/v1-error-codes.ts';
