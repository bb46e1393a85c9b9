// Folder pages: pages for a browser.
/** Markup that a page includes unescaped. */
export interface Html {
  readonly markup: string;
}

type Value = string | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Creates markup from a template. Escapes the values, both in content and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = parts.reduce((text, part, index) => text + render(values[index - 1] ?? '') + part);
  return { markup };
}

function render(value: Value): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
