export { isAmbiguous } from './protocol/ambiguity.ts';
export { banks, matchBank } from './protocol/banks.ts';
export { type CallbackFormat, type EncodedCallback, encodeCallback } from './protocol/callback-body.ts';
export {
  type CallbackFields,
  linkCallbackFields,
  payinCallbackFields,
  payoutCallbackFields,
} from './protocol/callback-fields.ts';
export { type Duration, maxDurationMs, parseDuration } from './protocol/duration.ts';
export {
  type ErrorInfo,
  type V3ErrorCode,
  v3ErrorInfo,
  v3Errors,
} from './protocol/error-codes.ts';
export {
  type FlatParams,
  FlatParseError,
  type FlatParseReason,
  type FlatValue,
  flatParseReasons,
  parseFlat,
  textParams,
} from './protocol/flat-parser.ts';
export { describeIssues, expectationOf, type InputIssue, inputIssues } from './protocol/input-issues.ts';
export {
  accountNumberPattern,
  bodyLimit,
  callbackAnswerLimit,
  callbackRetryDelaysMs,
  callbackTimeoutMs,
  clientRefMaxLength,
  defaultLimits,
  extraMaxLength,
  ifscPattern,
  type Limits,
  mchOrderNoPattern,
  noteMaxLength,
  orderValidityMinutes,
  rateLimitPerMinute,
  upiIdPattern,
  urlMaxLength,
  usdtAddressPattern,
} from './protocol/limits.ts';
export { defaultOrigin, defaultPort, demoCredentials } from './protocol/local-gateway.ts';
export { isLoopback } from './protocol/loopback.ts';
export {
  amountPattern,
  formatAmount,
  formatRate,
  formatUsdt,
  isSameAmount,
  linkAmountPattern,
  type MicroUsdt,
  MoneyError,
  type MoneyErrorCode,
  type Paise,
  parseAmount,
  parseLinkAmount,
  parseRate,
  parseUsdt,
  payinFee,
  payoutFee,
  type Rate,
  ratePattern,
  usdtForPaise,
} from './protocol/money.ts';
export { orderNumbers } from './protocol/order-numbers.ts';
export { alternativeOf } from './protocol/requests/alternative.ts';
export {
  type Destination,
  type DestinationRefusal,
  refuseDestination,
} from './protocol/requests/destination.ts';
export { type OrderQuery, readOrderQuery } from './protocol/requests/order-query.ts';
export { outsideLimits } from './protocol/requests/outside-limits.ts';
export { readPayout, type WantedPayout } from './protocol/requests/payout-request.ts';
export { checkV1Parameters } from './protocol/requests/v1-parameters.ts';
export { readApiKey, readV1Json, readV1Query } from './protocol/requests/v1-reading.ts';
export { V1Refusal } from './protocol/requests/v1-refusal.ts';
export { checkV3Parameters, readCredentials, readParameter } from './protocol/requests/v3-parameters.ts';
export { V3Refusal } from './protocol/requests/v3-refusal.ts';
export { isSignedWith } from './protocol/requests/v3-signature.ts';
export {
  type KeyName,
  phpSuffix,
  type Route,
  type V1Endpoint,
  type V3Endpoint,
  v1Routes,
  v3Routes,
} from './protocol/routes.ts';
export { callbackAliases } from './protocol/schemas/callback-received.ts';
export { v1Failure, v1Success, v3Failure, v3Success } from './protocol/schemas/envelope.ts';
export {
  type V1EnvelopeReceived,
  type V3EnvelopeReceived,
  v1EnvelopeReceived,
  v3EnvelopeReceived,
} from './protocol/schemas/envelope-received.ts';
export {
  type LinkStatus,
  linkCallback,
  linkCreated,
  linkFound,
  linkStatus,
} from './protocol/schemas/link.ts';
export {
  type LinkCallbackReceived,
  type LinkReceived,
  linkCallbackReceived,
  linkReceived,
} from './protocol/schemas/link-received.ts';
export {
  type PayinStatus,
  payinCallback,
  payinCreated,
  payinFound,
  payinStatus,
} from './protocol/schemas/payin.ts';
export {
  type PayinCallbackReceived,
  type PayinReceived,
  payinCallbackReceived,
  payinReceived,
} from './protocol/schemas/payin-received.ts';
export {
  type PayoutStatus,
  payoutCallback,
  payoutCreated,
  payoutFound,
  payoutStatus,
} from './protocol/schemas/payout.ts';
export {
  type PayoutCallbackReceived,
  type PayoutReceived,
  payoutCallbackReceived,
  payoutReceived,
} from './protocol/schemas/payout-received.ts';
export { personalFields } from './protocol/schemas/personal-fields.ts';
export type { Open } from './protocol/schemas/received.ts';
export type {
  DestinationField,
  Personal,
  RequestField,
  RequestTable,
} from './protocol/schemas/request-field.ts';
export { v1Responses, v3Responses } from './protocol/schemas/responses.ts';
export {
  type Currency,
  currency,
  type PayType,
  payType,
  type TradeType,
  tradeType,
  url,
} from './protocol/schemas/text.ts';
export {
  type CreateLinkRequest,
  type LinkStatusRequest,
  v1Requests,
} from './protocol/schemas/v1-requests.ts';
export {
  type BalanceRequest,
  destinations,
  type OrderQueryRequest,
  type PayinRequest,
  type PayoutRequest,
  v3Requests,
} from './protocol/schemas/v3-requests.ts';
export { wallet } from './protocol/schemas/wallet.ts';
export { type WalletReceived, walletReceived } from './protocol/schemas/wallet-received.ts';
export {
  type AlternativeFields,
  alternativeSign,
  alternativeText,
  canonicalText,
  type Signable,
  SignatureError,
  type SignatureErrorCode,
  sign,
  type VerifyOptions,
  verifyAlternative,
  verifySignature,
} from './protocol/signature.ts';
export { formatIst, istDay, parseIst } from './protocol/time.ts';
export { isTrc20Address, trc20Address } from './protocol/trc20.ts';
export { type V1ErrorCode, type V1ErrorInfo, v1ErrorInfo, v1Errors } from './protocol/v1-error-codes.ts';
