/** Pages about the work on inrgate. They use the terms of the guides, but contain no steps and no fixes. */
const engineering =
  /\/(?:reference\/conformance|explanation\/(?:decisions|performance|benchmarks|releasing|contributing|architecture))\b/;

/**
 * Weight of a page in the search results. Without the weight, a search for an error code or a task finds a reference page
 * or an internal page with the same term before the page with the fix or the steps.
 *
 * @param {string} id the URL of a page and a heading on the page
 * @param {string} _term
 * @param {{ titles?: readonly string[] } | undefined} stored the headings above the match
 */
export function weightOf(id, _term, stored) {
  if (id.includes('/reference/errors#')) return 1.25;
  if (/\/how-to\/(?!examples)/.test(id)) return 1.5;
  if (engineering.test(id)) return 0.5;
  if (id.includes('/reference/commands#')) return 0.75;
  if (!id.includes('/reference/api/')) return 1;
  return (stored?.titles ?? []).some((title) => /^(?:v[13]Errors|callbackReasons)$/.test(title)) ? 0.05 : 0.4;
}
