export type {
  ExplainKeys,
  ExplainOptions,
  OtherMerchant,
  ShownParameter,
  SignedParameters,
} from './doctor/context.ts';
export type { Segment as DifferenceSegment } from './doctor/difference.ts';
export {
  type CallbackExplanation,
  type ExplainCallbackOptions,
  explainCallback,
  explainCallbackSteps,
} from './doctor/explain-callback.ts';
export {
  explainLimits,
  explainSignature,
  explainSignatureSteps,
} from './doctor/explain-signature.ts';
export type {
  Comparison as BaseStringComparison,
  Mistake as SignatureMistake,
  SignatureExplanation,
  Tried as SignatureTried,
  Verdict as SignatureVerdict,
} from './doctor/explanation.ts';
export { namedCharacter } from './doctor/invisible.ts';
export { signatureMistakes } from './doctor/mistakes.ts';
export type { Operation as SignedOperation } from './doctor/operations.ts';
export type { Remedy as SignatureRemedy } from './doctor/remedies.ts';
