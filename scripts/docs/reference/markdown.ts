/** The first line of a page that a program writes: nobody edits it, and its snippets are held elsewhere. */
const written =
  '<!-- written by scripts/docs/reference: vitest run --project repository scripts/docs/reference -u -->';

/** A page of blocks, with its heading and a word on where it comes from. */
export function pageOf(title: string, ...blocks: readonly string[]): string {
  return `${[written, `# ${title}`, ...blocks].filter((block) => block !== '').join('\n\n')}\n`;
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function fence(text: string, language = 'text'): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** Prose in which nothing is taken for HTML or for an expression of the site, but what stands in backticks as it is. */
export function prose(text: string): string {
  return text.replaceAll(/`[^`]*`|[<]|\{\{/g, (found) =>
    found.startsWith('`') ? found : found === '<' ? '&lt;' : '&#123;&#123;',
  );
}

function cell(text: string): string {
  return prose(text)
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ');
}
