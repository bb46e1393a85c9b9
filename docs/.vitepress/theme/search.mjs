/**
 * What a page counts for in the search. A member of an export has as its name what others explain on a page: without this the
 * error codes are found as fields of a constant before the page that says what to do.
 *
 * @param {string} id the address of a page and a heading in it
 * @param {string} _term
 * @param {{ titles?: readonly string[] } | undefined} stored the headings that it stands below
 */
export function weightOf(id, _term, stored) {
  if (id.includes('/reference/errors.')) return 2;
  if (!id.includes('/reference/api/')) return 1;
  return (stored?.titles ?? []).some((title) => /^(?:v[13]Errors|callbackReasons)$/.test(title)) ? 0.05 : 0.4;
}
