import type { Hypothesis } from '../hypothesis.ts';
import {
  alternativeNotAllowed,
  alternativeOrder,
  alternativePartMissing,
  alternativeSeparated,
} from './alternative.ts';
import { otherCharset } from './charsets.ts';
import { md5Twice, otherDigest } from './digests.ts';
import { emptyValuesSigned, falsyDropped, nullSignedAsText } from './empties.ts';
import {
  plusLost,
  plusSurelyLost,
  valuesBackslashed,
  valuesHtmlEscaped,
  valuesSentEncoded,
  valuesUrlEncoded,
} from './escapes.ts';
import { absentSigned, fieldLeftOut, signIncluded } from './fields.ts';
import { joinedOtherwise, jsonSigned, pairsUrlEncoded } from './joins.ts';
import {
  keyAlone,
  keyInFront,
  keySorted,
  keyWithoutName,
  noKey,
  otherKeyName,
  textAfterKey,
} from './key-placement.ts';
import {
  keyCut,
  keyEncoded,
  keyHashed,
  keyMisread,
  keyNotSet,
  keyQuoted,
  keyRecased,
  keysJoined,
  keyWithByteOrderMark,
  keyWithWhiteSpace,
  merchantIdAsKey,
  otherMerchantsKey,
  wrongKeyType,
} from './keys.ts';
import { aliasNames, namesRecased } from './names.ts';
import { booleanRewritten, numberRewritten } from './numbers.ts';
import { orderAsGiven, ownOrder, sortedOtherwise } from './orders.ts';
import { htmlEscaped, lineBreakAtEnd, readAsHtml, textQuoted, textRecased } from './text-mutations.ts';
import {
  lineBreaksRewritten,
  nestedRewritten,
  unicodeNormalised,
  urlRewritten,
  valueCut,
  valuesInLists,
  valuesRecased,
  valuesTrimmed,
} from './texts.ts';

/** Mistakes that are possible with sorted pairs and with the alternative signature. */
const anyForm: readonly Hypothesis[] = [
  emptyValuesSigned,
  nullSignedAsText,
  absentSigned,
  plusSurelyLost,
  valuesUrlEncoded,
  wrongKeyType,
  otherMerchantsKey,
  merchantIdAsKey,
  lineBreakAtEnd,
  keyWithWhiteSpace,
  keyQuoted,
  keyWithByteOrderMark,
  keyRecased,
  keyHashed,
  keyNotSet,
  keyMisread,
  keysJoined,
  signIncluded,
  falsyDropped,
  fieldLeftOut,
  numberRewritten,
  urlRewritten,
  plusLost,
  otherDigest,
  md5Twice,
];

const lessFrequent: readonly Hypothesis[] = [
  otherCharset,
  unicodeNormalised,
  nestedRewritten,
  valuesTrimmed,
  valueCut,
  lineBreaksRewritten,
  readAsHtml,
  valuesHtmlEscaped,
  htmlEscaped,
  valuesSentEncoded,
  valuesBackslashed,
  booleanRewritten,
  aliasNames,
  namesRecased,
  valuesRecased,
  valuesInLists,
  keyEncoded,
  keyCut,
  textQuoted,
  textRecased,
];

/** Mistakes in signing sorted pairs, the most frequent first. */
export const normalHypotheses: readonly Hypothesis[] = [
  ...anyForm.slice(0, anyForm.indexOf(plusLost)),
  orderAsGiven,
  sortedOtherwise,
  ...anyForm.slice(anyForm.indexOf(plusLost)),
  keyWithoutName,
  noKey,
  otherKeyName,
  keyInFront,
  keySorted,
  textAfterKey,
  keyAlone,
  joinedOtherwise,
  jsonSigned,
  pairsUrlEncoded,
  ...lessFrequent,
  alternativeNotAllowed,
  ownOrder,
];

/** Mistakes in the alternative pay-in signature. */
export const alternativeHypotheses: readonly Hypothesis[] = [
  alternativePartMissing,
  alternativeOrder,
  alternativeSeparated,
  ...anyForm,
  ...lessFrequent,
];
