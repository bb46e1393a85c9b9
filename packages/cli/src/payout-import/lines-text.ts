/** Lines that are still worth naming one by one. */
const most = 5;

/** `line 3`, `lines 3, 5` or `lines 3, 5, 6, 7, 8 and 20 more`. */
export function linesText(lines: readonly number[]): string {
  const more = lines.length > most ? ` and ${lines.length - most} more` : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, most).join(', ')}${more}`;
}
