import { type Directive, readDirective } from './directive.ts';

/** A block of code on a page. */
export interface Fence {
  /** Line number of the opening mark, counted from 1. */
  readonly line: number;
  /** Language, for example `sh`, or an empty string. */
  readonly language: string;
  /** File name: `server.ts` for ```` ```ts [server.ts] ````. */
  readonly title: string | null;
  readonly text: string;
  readonly directive: Directive;
}

const nothing = { language: '', title: null, text: '' };

const comment = /^\s*<!-- run: (.*?) -->\s*$/;

/**
 * The fences of a page, in order, each with the preceding directive. A command in a separate comment replaces an action
 * of the reader outside the page, for example a payment in a browser: `<!-- run: do inrgate mock pay ORDER-1 -->`.
 * Throws if no fence follows a directive.
 */
export function fencesIn(markdown: string): readonly Fence[] {
  const lines = markdown.split('\n');
  const fences: Fence[] = [];
  let directive: Directive | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const said = comment.exec(line)?.[1];
    if (said !== undefined) {
      const [, before = '', step] = /^((?!do ).*?; )?do (.+)$/.exec(said) ?? [];
      if (step !== undefined) {
        fences.push({
          ...nothing,
          line: at + 1,
          language: 'sh',
          text: `${step}\n`,
          directive: readDirective(before),
        });
        continue;
      }
      const read = readDirective(said);
      if (read.stops !== undefined) fences.push({ ...nothing, line: at + 1, directive: read });
      else if (read.withGateway !== true) directive = read;
      continue;
    }
    const opening = /^(\s*)(`{3,})\s*([^\s[`]*)\s*(?:\[([^\]]+)\])?.*$/.exec(line);
    if (opening === null) {
      if (directive !== null && line.trim() !== '')
        throw new Error(`line ${at + 1}: a directive stands before a fence`);
      continue;
    }
    const [, indent = '', marks = '', language = '', title] = opening;
    const end = lines.findIndex((other, index) => index > at && other.trim() === marks);
    if (end === -1) throw new Error(`line ${at + 1}: the fence has no end`);
    const text = lines
      .slice(at + 1, end)
      .map((inner) => (inner.startsWith(indent) ? inner.slice(indent.length) : inner));
    fences.push({
      line: at + 1,
      language,
      title: title ?? null,
      text: text.map((inner) => `${inner}\n`).join(''),
      directive: directive ?? {},
    });
    directive = null;
    at = end;
  }
  return fences;
}

/** The gateway that a page requires before its first snippet: the shared gateway, a new gateway, or none. */
export function wantedGateway(markdown: string): 'shared' | 'new' | undefined {
  const [, isNew] = /^\s*<!-- run: with a (new )?gateway -->\s*$/m.exec(markdown) ?? [null, null];
  if (isNew === null) return undefined;
  return isNew === undefined ? 'shared' : 'new';
}
