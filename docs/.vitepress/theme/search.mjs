/**
 * Weight of a page in the search results. A member of an export repeats a term that a guide explains. Without the weight, a
 * search for an error code finds the fields of a constant before the page with the fix.
 *
 * @param {string} id the URL of a page and a heading on the page
 * @param {string} _term
 * @param {{ titles?: readonly string[] } | undefined} stored the headings above the match
 */
export function weightOf(id, _term, stored) {
  if (id.includes('/reference/errors.')) return 2;
  if (!id.includes('/reference/api/')) return 1;
  return (stored?.titles ?? []).some((title) => /^(?:v[13]Errors|callbackReasons)$/.test(title)) ? 0.05 : 0.4;
}
