/**
 * Adds an apostrophe before a string that a spreadsheet would run as a formula. Leaves an order number that begins with
 * a minus unchanged.
 */
export function harmlessCell(text: string): string {
  return /^(?:[=+@\t\r]|-.*[^\w\-.:#/])/s.test(text) ? `'${text}` : text;
}
