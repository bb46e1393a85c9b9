export type { EncodedCallback } from './protocol/callback-body.ts';
export {
  type CallbackFields,
  type SignedCallbackOptions,
  type SigningCredentials,
  signedCallback,
} from './testing/signed-callback.ts';
