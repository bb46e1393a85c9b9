/** Colours and other control sequences of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const terminal = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** Removes colours, and white space at the ends of lines. */
export function plain(output: string): string {
  return output
    .replaceAll(terminal, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}

/**
 * Creates the pattern of an output. `…` matches anything within a line. On a separate line, it matches any number of
 * lines.
 */
export function patternOf(shown: string): RegExp {
  const lines = plain(shown).split('\n');
  const source = lines
    .map((line) =>
      line.trim() === '…' ? '(?:[^\\n]*\\n)*?' : `${line.split('…').map(escaped).join('[^\\n]*')}\\n`,
    )
    .join('');
  return new RegExp(source);
}

/** Returns whether the whole output matches the page. */
export function isAsShown(output: string, shown: string): boolean {
  const whole = new RegExp(`^${patternOf(shown).source}$`);
  return whole.test(`${plain(output)}\n`);
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
