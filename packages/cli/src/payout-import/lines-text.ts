/** Lines that are still worth naming one by one. */
export const mostLines = 5;

/** `line 3`, `lines 3, 5` or `lines 3, 5, 6, 7, 8 and 20 more`. */
export function linesText(lines: readonly number[]): string {
  const count = lines.length;
  const more = count > mostLines ? ` and ${count - mostLines} more` : '';
  return `${count === 1 ? 'line' : 'lines'} ${lines.slice(0, mostLines).join(', ')}${more}`;
}
