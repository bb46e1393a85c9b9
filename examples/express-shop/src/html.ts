/** HTML that is safe to include without escaping. */
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

/** Creates HTML. Escapes all values except other HTML. */
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
