export { banks } from './protocol/banks.ts';
export { type ErrorInfo, v3Errors } from './protocol/error-codes.ts';
export {
  type FlatParams,
  FlatParseError,
  type FlatParseReason,
  type FlatValue,
  parseFlat,
  textParams,
} from './protocol/flat-parser.ts';
export type { V1ErrorCode, V3ErrorCode } from './protocol/known-codes.ts';
export {
  bodyLimit,
  callbackRetryDelaysMs,
  callbackTimeoutMs,
  defaultLimits,
  type Limits,
} from './protocol/limits.ts';
export {
  formatAmount,
  formatUsdt,
  isSameAmount,
  type MicroUsdt,
  MoneyError,
  type MoneyErrorCode,
  type Paise,
  parseAmount,
  parseUsdt,
  payinFee,
  payoutFee,
} from './protocol/money.ts';
export type { RequestField, RequestTable } from './protocol/schemas/request-field.ts';
export {
  linkCallback,
  payinCallback,
  payoutCallback,
  v1Responses,
  v3Responses,
} from './protocol/schemas/responses.ts';
export { v1Requests } from './protocol/schemas/v1-requests.ts';
export { v3Requests } from './protocol/schemas/v3-requests.ts';
export {
  type AlternativeFields,
  alternativeSign,
  canonicalText,
  type Signable,
  SignatureError,
  type SignatureErrorCode,
  sign,
  type VerifyOptions,
  verifyAlternative,
  verifySignature,
} from './protocol/signature.ts';
export { type V1ErrorInfo, v1Errors } from './protocol/v1-error-codes.ts';
