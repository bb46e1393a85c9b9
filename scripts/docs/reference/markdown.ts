/** First line of a generated page. The snippets of the page are not run. */
const written = '<!-- written by scripts/docs/reference: vitest run scripts/docs/reference -u -->';

/** Creates a generated page: the first line, the title and the blocks. */
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

/** Escapes HTML and template expressions of the site, except inside backticks. */
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
