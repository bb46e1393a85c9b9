/**
 * Adds an apostrophe before text that a spreadsheet would run as a formula. An order number that begins with a minus is
 * not a harmful formula.
 */
export function harmlessCell(text: string): string {
  return /^(?:[=+@\t\r]|-.*[^\w\-.:#/])/s.test(text) ? `'${text}` : text;
}
