import { unknownKey } from './base-string.ts';
import { encodingMistakes } from './digest-encodings.ts';
import type { Mistake } from './explanation.ts';
import { alterations } from './hypotheses/alterations.ts';
import { alternativeHypotheses, normalHypotheses } from './hypotheses/registry.ts';
import { mistakeOf } from './mistake.ts';
import { plusKept } from './pitfalls.ts';
import { bodyMistakes } from './received-body.ts';
import { signIsKey, signIsText, signMissing, textDiffers } from './unhashed.ts';

/** Every known mistake. Mistakes of signing come first, most frequent first. Alterations of callbacks follow. */
export const signatureMistakes: readonly Mistake[] = /* @__PURE__ */ unique();

function unique(): readonly Mistake[] {
  const all = [
    ...normalHypotheses,
    ...alternativeHypotheses,
    ...encodingMistakes,
    signMissing,
    signIsKey,
    signIsText,
    textDiffers,
    unknownKey,
    ...alterations,
    ...bodyMistakes,
    plusKept,
  ];
  const byId = new Map(all.toReversed().map((named) => [named.id, named]));
  return [...byId.values()].toReversed().map((named) => mistakeOf({ named }, (text) => text));
}
