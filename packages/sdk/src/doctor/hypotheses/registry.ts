import type { Hypothesis } from '../hypothesis.ts';
import { alternativeMistakes } from './alternative.ts';
import { otherCharset } from './charsets.ts';
import { digestMistakes } from './digests.ts';
import { emptyMistakes } from './empties.ts';
import { escapeMistakes, plusLost, plusSurelyLost } from './escapes.ts';
import { fieldMistakes } from './fields.ts';
import { joinMistakes } from './joins.ts';
import { placementMistakes } from './key-placement.ts';
import { keyMistakes } from './keys.ts';
import { nameMistakes } from './names.ts';
import { numberMistakes } from './numbers.ts';
import { orderMistakes, ownOrder } from './orders.ts';
import { baseStringMistakes } from './text-mutations.ts';
import { valueMistakes } from './texts.ts';

/** Mistakes that are possible with sorted pairs and with the alternative signature. */
const anyForm: readonly Hypothesis[] = [
  emptyMistakes['empty-values-signed'],
  emptyMistakes['null-signed-as-text'],
  fieldMistakes['absent-signed'],
  plusSurelyLost,
  escapeMistakes['values-url-encoded'],
  keyMistakes['wrong-key-type'],
  keyMistakes['other-merchants-key'],
  keyMistakes['merchant-id-as-key'],
  baseStringMistakes['line-break-at-end'],
  keyMistakes['key-with-white-space'],
  keyMistakes['key-quoted'],
  keyMistakes['key-with-bom'],
  keyMistakes['key-recased'],
  keyMistakes['key-hashed'],
  keyMistakes['key-not-set'],
  keyMistakes['key-misread'],
  keyMistakes['keys-joined'],
  fieldMistakes['sign-included'],
  emptyMistakes['falsy-dropped'],
  fieldMistakes['field-left-out'],
  numberMistakes['number-rewritten'],
  valueMistakes['url-rewritten'],
  plusLost,
  digestMistakes['other-digest'],
  digestMistakes['md5-twice'],
];

const lessFrequent: readonly Hypothesis[] = [
  otherCharset,
  valueMistakes['unicode-normalised'],
  valueMistakes['nested-rewritten'],
  valueMistakes['values-trimmed'],
  valueMistakes['value-cut'],
  valueMistakes['line-breaks-rewritten'],
  baseStringMistakes['read-as-html'],
  escapeMistakes['values-html-escaped'],
  baseStringMistakes['html-escaped'],
  escapeMistakes['values-sent-encoded'],
  escapeMistakes['values-backslashed'],
  numberMistakes['boolean-rewritten'],
  nameMistakes['alias-names'],
  nameMistakes['names-recased'],
  valueMistakes['values-recased'],
  valueMistakes['values-in-lists'],
  keyMistakes['key-encoded'],
  keyMistakes['key-cut'],
  baseStringMistakes['text-quoted'],
  baseStringMistakes['text-recased'],
];

/** Mistakes in signing sorted pairs, the most frequent first. */
export const normalHypotheses: readonly Hypothesis[] = [
  ...anyForm.slice(0, anyForm.indexOf(plusLost)),
  orderMistakes['not-sorted'],
  orderMistakes['sorted-otherwise'],
  ...anyForm.slice(anyForm.indexOf(plusLost)),
  placementMistakes['key-without-name'],
  placementMistakes['no-key'],
  placementMistakes['other-key-name'],
  placementMistakes['key-in-front'],
  placementMistakes['key-sorted'],
  placementMistakes['text-after-key'],
  placementMistakes['key-alone'],
  joinMistakes['joined-otherwise'],
  joinMistakes['json-signed'],
  joinMistakes['pairs-url-encoded'],
  ...lessFrequent,
  alternativeMistakes['alternative-not-allowed'],
  ownOrder,
];

/** Mistakes in the alternative pay-in signature. */
export const alternativeHypotheses: readonly Hypothesis[] = [
  alternativeMistakes['alternative-part-missing'],
  alternativeMistakes['alternative-order'],
  alternativeMistakes['alternative-separated'],
  ...anyForm,
  ...lessFrequent,
];
