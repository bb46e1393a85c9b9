/** Exports for the other packages of this repository. Any release can change them. */
export { acknowledgementOf, bodyText } from './delivery/acknowledgement.ts';
export { httpSender } from './delivery/http-sender.ts';
export {
  type Delivery,
  type DeliveryResult,
  deliveryHeaders,
  maxHeaderLength,
  type Sender,
} from './delivery/sender.ts';
export { type Check, CheckError, type CheckProgress, countsOf, grouped } from './findings/report.ts';
export { creator, type HarEntry, harEntry, type RecordedExchange } from './har/har.ts';
export { type Header, headerPairs } from './http/messages.ts';
export {
  alsoMaskingPersonal,
  beginning,
  cut,
  isMaskedName,
  maskedHeaders,
  maxKeyLength,
  type ShownHeader,
  safeText,
  shownParameter,
  shownPart,
} from './masking/masking.ts';
export { checkedKinds } from './webhook/callback-writer.ts';
export { caseSummaries } from './webhook/cases.ts';
export { byCost, chosenCases, runCases } from './webhook/check-webhook.ts';
export { type CheckSetup, type CheckWebhookOptions, setupOf } from './webhook/options.ts';
export { type CheckLanguage, checkLanguages } from './webhook/remedies.ts';
export { creditsOf } from './webhook/shop-calls.ts';
