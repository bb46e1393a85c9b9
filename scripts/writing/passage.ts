/** A paragraph, a table cell, a comment, a string or a test title. */
export interface Passage {
  /** Path from the repository's root. */
  readonly file: string;
  readonly line: number;
  /** The text on one line, with `CODE` for code. */
  readonly text: string;
  /** False for headings and labels, in which only the choice of words is checked. */
  readonly isSentence: boolean;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Abbreviations that do not end a sentence. */
const abbreviation = /\b(?:e\.g|i\.e|etc|vs|No)\. ?$|^\d+\. ?$/;
/** Matches before a sentence that begins with a lower-case name, for example `inrgate` or `mchKey`. */
const beforeName = /(?<=\w\)?[.!?] )(?=inrgate\b|[a-z]+[A-Z_])/;

export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = sentences.at(-1);
    if (last !== undefined && abbreviation.test(last)) sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences
    .flatMap((sentence) => sentence.split(beforeName))
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordsOf(sentence) > 0);
}

export function wordsOf(sentence: string): number {
  return sentence.match(/[\p{L}\d][\p{L}\d'’.-]*/gu)?.length ?? 0;
}
