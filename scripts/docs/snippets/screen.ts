/** A sequence that moves or erases, a control character, or text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal acts on
const parts = /\u001b\[([?\d;]*)([A-Za-z])|([\r\n])|([^\u001b\r\n]+)/g;

/**
 * Returns the final screen of a terminal after an output. Example: a prompt that is redrawn at each key. Throws for an
 * unknown sequence.
 */
export function onScreen(output: string): string {
  const lines: string[] = [];
  let row = 0;
  let column = 0;
  const line = () => lines[row] ?? '';
  const sequences: Readonly<Record<string, (count: number, given: string) => void>> = {
    A: (count) => (row = Math.max(0, row - count)),
    B: (count) => (row += count),
    G: (count) => (column = count - 1),
    K: (_, given) => (lines[row] = given === '2' ? '' : line().slice(0, column)),
    h: () => {},
    l: () => {},
    m: () => {},
  };
  for (const [, count = '', sequence, control, text = ''] of output.matchAll(parts)) {
    if (sequence !== undefined) {
      const act = sequences[sequence];
      if (act === undefined)
        throw new Error(`unknown control sequence ${count}${sequence} in the output of a terminal`);
      act(Number.parseInt(count, 10) || 1, count);
    } else if (control === '\n') row += 1;
    else if (control === '\r') column = 0;
    else {
      lines[row] = line().slice(0, column).padEnd(column) + text + line().slice(column + text.length);
      column += text.length;
    }
  }
  return Array.from(lines, (shown = '') => `${shown}\n`).join('');
}
