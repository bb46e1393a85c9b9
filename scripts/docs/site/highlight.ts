import type { MarkdownRenderer } from 'vitepress';

type Highlight = NonNullable<MarkdownRenderer['options']['highlight']>;

const highlighted = new Map<string, string>();

/** Colours equal code only once, because VitePress renders each page for its HTML and again for the search index. */
export function highlightOnce({ options }: MarkdownRenderer): void {
  const { highlight } = options;
  if (typeof highlight !== 'function') return;
  const once: Highlight = (...code) => {
    const key = JSON.stringify(code);
    const html = highlighted.get(key) ?? highlight(...code);
    highlighted.set(key, html);
    return html;
  };
  options.highlight = once;
}
