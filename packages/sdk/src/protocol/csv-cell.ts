/** Adds an apostrophe before a string that a spreadsheet would run as a formula, but not before `-1`. */
export function harmlessCell(text: string): string {
  return /^(?:[=+@\t\r]|-.*[^\w\-.:#/])/s.test(text) ? `'${text}` : text;
}
