/** Returns a lower-case string of the same length, because `toLowerCase` changes the length of some strings. */
export function inLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
