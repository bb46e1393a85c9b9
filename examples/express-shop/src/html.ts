/** Text that may stand in a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A piece of a page: whatever is put into it is escaped, unless it is such a piece itself. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const written = values.map((value) => {
    if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
    return [value]
      .flat()
      .map(({ text }) => text)
      .join('');
  });
  return new Html(String.raw({ raw: parts }, ...written));
}
