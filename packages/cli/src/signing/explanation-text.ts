import type {
  CallbackExplanation,
  SignatureExplanation,
  SignatureMistake,
  SignatureRemedy,
} from '@inrgate/sdk/doctor';
import { allOf } from '../input/choices.ts';
import { bold, fields, printable, status } from '../output/output.ts';
import { keyTitles } from '../session/session.ts';
import { markedTexts } from './marked-texts.ts';

export type Language = keyof SignatureRemedy;

export const languages = allOf<Language>({
  php: true,
  python: true,
  java: true,
  go: true,
  node: true,
  shell: true,
});

type Explanation = SignatureExplanation & Partial<Pick<CallbackExplanation, 'kind' | 'pitfalls'>>;

/** JSON output (contract: Command line). Contains `comparison` and `pitfalls` only on request. */
export function explanationData(explanation: Explanation): object {
  const { verdict, mistakes, expected, received, comparison, pitfalls } = explanation;
  return {
    verdict,
    mistakes: mistakes.map(dataOf),
    expected,
    received,
    ...(comparison === undefined ? {} : { comparison }),
    ...(pitfalls === undefined ? {} : { pitfalls: pitfalls.map(dataOf) }),
  };
}

function dataOf({ id, title, fix }: SignatureMistake): object {
  return { id, title, fix };
}

export interface Showing {
  /** Language of the fixes, by default all languages. */
  readonly language: Language | undefined;
  /** Command with which the user adds the base string. */
  readonly next: string;
}

/** Formats an explanation as text. Escapes control characters of the input. */
export function explanationText(explanation: Explanation, { language, next }: Showing): string {
  const { verdict, mistakes, pitfalls = [], comparison, summary } = explanation;
  const isOpen = verdict === 'unexplained' && comparison === undefined;
  return [
    headingOf(explanation),
    ...(verdict === 'explained' && comparison === undefined ? [] : [printable(summary)]),
    ...(isOpen ? [`  ${next}`] : []),
    textsOf(explanation),
    ...mistakes.map((mistake, at) => mistakeText(mistake, shownFixes(mistakes, at, language))),
    ...(pitfalls.length === 0 ? [] : ['', bold('Common mistakes with this body:')]),
    ...pitfalls.map((mistake, at) => mistakeText(mistake, shownFixes(pitfalls, at, language))),
  ].join('\n');
}

function headingOf({ verdict, mistakes }: Explanation): string {
  if (verdict === 'valid') return status('success', 'valid');
  if (verdict === 'unexplained')
    return `${status('failed', 'unexplained')}: no known mistake produces this sign`;
  const count = mistakes.length === 1 ? 'this mistake' : 'these mistakes together';
  return `${status('failed', 'explained')}: the signature is wrong because of ${count}`;
}

function textsOf(explanation: Explanation): string {
  const { expected, received, difference, signedWith, verdict } = explanation;
  const text = { [verdict === 'valid' ? 'signed' : 'right']: expected.canonical };
  const signs = fields({
    ...(difference.length > 0 ? {} : text),
    sign: received.sign,
    'right sign': verdict === 'valid' ? undefined : expected.sign,
    key: signedWith === null ? undefined : `${signedWith} (${keyTitles[signedWith]})`,
  });
  return [...(difference.length > 0 ? markedTexts(difference) : []), signs].join('\n');
}

/** Fixes to show below a mistake. If several mistakes share a fix, it is shown only below the last of them. */
function shownFixes(
  mistakes: readonly SignatureMistake[],
  at: number,
  language: Language | undefined,
): Partial<SignatureRemedy> {
  const fixes = mistakes[at]?.fixes;
  if (fixes === undefined || mistakes.slice(at + 1).some((later) => later.fixes.php === fixes.php)) return {};
  return language === undefined ? fixes : { [language]: fixes[language] };
}

function mistakeText({ title, fix }: SignatureMistake, fixes: Partial<SignatureRemedy>): string {
  const shown = languages.filter((language) => fixes[language] !== undefined);
  const code = Object.fromEntries(shown.map((language) => [language, fixes[language]]));
  return [
    '',
    bold(printable(title)),
    `  ${printable(fix)}`,
    ...(shown.length === 0 ? [] : [fields(code)]),
  ].join('\n');
}
