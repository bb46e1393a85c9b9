export type {
  Callback,
  CallbackKind,
  LinkCallback,
  PayinCallback,
  PayoutCallback,
} from './callbacks/callback.ts';
export type { ConfirmingClient } from './callbacks/confirm.ts';
export { createCallbackHandler } from './callbacks/handler.ts';
export type { CallbackHandlerOptions } from './callbacks/receive.ts';
export { type CallbackStore, createMemoryStore, type MemoryStoreOptions } from './callbacks/store.ts';
export {
  type CallbackReason,
  CallbackVerificationError,
  callbackReasons,
  isCallbackVerificationError,
} from './callbacks/verification-error.ts';
export { type CallbackCredentials, type VerifyCallbackOptions, verifyCallback } from './callbacks/verify.ts';
