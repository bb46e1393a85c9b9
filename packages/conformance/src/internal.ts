/**
 * What the other packages of this repository share with the checks. It can change in any release: import from the package
 * itself instead.
 */
export { acknowledgementOf, bodyText } from './delivery/acknowledgement.ts';
export { httpSender } from './delivery/http-sender.ts';
export { KnownTargets, maxTargets } from './delivery/known-targets.ts';
export { type Delivery, type DeliveryResult, deliveryHeaders, type Sender } from './delivery/sender.ts';
export { CheckError } from './findings/check-error.ts';
export { type Check, type CheckProgress, countsOf, grouped } from './findings/report.ts';
export type { HarEntry } from './har/har.ts';
export type { RecordedExchange } from './har/recorded.ts';
export { creator, harEntry } from './har/write-entry.ts';
export { type Header, headerPairs } from './http/headers.ts';
export { beginning, cut, maxKeyLength, shownPart } from './masking/cut.ts';
export { KeyIndex } from './masking/key-index.ts';
export { isMaskedName, type Mask, mask, masking } from './masking/masking.ts';
export { personalValuesIn } from './masking/personal-values.ts';
export { maskedHeaders, type SafeTextContext, type ShownHeader, safeText } from './masking/safe-text.ts';
export { shownParameter } from './masking/shown-parameter.ts';
export { NameLookups, systemLookup } from './name-lookup/name-lookups.ts';
export { SignatureDoctor } from './traffic/signature-doctor.ts';
export { caseSummaries } from './webhook/case-summaries.ts';
export { chosenCases, runCases } from './webhook/check-webhook.ts';
export { type CheckLanguage, checkLanguages } from './webhook/languages.ts';
export { type CheckSetup, type CheckWebhookOptions, setupOf } from './webhook/options.ts';
export { checkedKinds } from './webhook/order.ts';
export { creditsOf } from './webhook/probe.ts';
