export type { Segment as DifferenceSegment } from './doctor/difference.ts';
export { explainCallback, explainSignature, signatureMistakes } from './doctor/explain.ts';
export type {
  CallbackExplanation,
  Comparison as BaseStringComparison,
  ExplainCallbackOptions,
  ExplainKeys,
  ExplainOptions,
  Mistake as SignatureMistake,
  OtherMerchant,
  ShownParameter,
  SignatureExplanation,
  SignedParameters,
  Tried as SignatureTried,
  Verdict as SignatureVerdict,
} from './doctor/explanation.ts';
export { namedCharacter } from './doctor/invisible.ts';
export type { Operation as SignedOperation } from './doctor/operations.ts';
export type { Remedy as SignatureRemedy } from './doctor/remedies.ts';
