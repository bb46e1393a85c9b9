import { pageOf, prose } from './markdown.ts';
import { type Document, type Endpoint, endpointsOf, endpointText, shapesText } from './openapi.ts';

/** The wire API, from the document at `/openapi.json`. */
export function wireApiPage(document: Document): string {
  const endpoints = endpointsOf(document, '');
  // The address with .php is the same endpoint under another name.
  const own = endpoints.filter(
    ({ heading }) => !endpoints.some((other) => heading === `${other.heading}.php`),
  );
  const base = { v3: '/v3', v1: '/v1' } as const;
  const part = (tag: keyof typeof base) =>
    own
      .filter(({ operation }) => operation.tags?.includes(tag))
      .map(({ heading, operation }) =>
        endpointText({ heading: heading.replace(' /', ` ${base[tag]}/`), operation }, document),
      );
  const callbacks = Object.entries(document.webhooks ?? {}).flatMap(([name, item]) =>
    Object.values(item).map((operation) =>
      endpointText({ heading: `${name} callback`, operation }, document),
    ),
  );
  return pageOf(
    'The wire API',
    'What a merchant’s server sends and gets. With the gateway running, `/openapi.json` has the same as an OpenAPI document, with examples of every answer. Each v3 endpoint answers at its name with `.php` as well.',
    lowered(document.info.description),
    '## Version 3',
    ...part('v3'),
    '## Version 1, payment links',
    ...part('v1'),
    '## Callbacks',
    ...callbacks,
    '## Shapes',
    shapesText(document),
  );
}

/** The document's own headings are of the same level as ours; its fences have no language. */
function lowered(description: string): string {
  return prose(description).replaceAll(/^```$(?=\n[^\n]*\n[^\n]*\n```)/gm, '```text');
}

/** What any call of the control API may be answered. */
const anyCall = ['unauthorized', 'forbidden', 'internal_error', 'store_unavailable'];

/** The control API, from the document at `/_mock/openapi.json`. */
export function controlApiPage(document: Document): string {
  const byTag = Map.groupBy(endpointsOf(document, '/_mock'), ({ operation }) => operation.tags?.[0] ?? '');
  const single = [...byTag.values()].filter(({ length }) => length === 1).flat();
  const groups = [...byTag].filter(([, { length }]) => length > 1);
  const groupText = ([tag, endpoints]: readonly [string, readonly Endpoint[]]) =>
    [
      `## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}`,
      ...endpoints.map((endpoint) => endpointText(endpoint, document, anyCall)),
    ].join('\n\n');
  return pageOf(
    'The control API',
    'What `inrgate mock` and the dashboard stand on. With the gateway running, `/_mock/openapi.json` has the same as an OpenAPI document.',
    prose(document.info.description),
    'Any call may be answered 401 `unauthorized`, 403 `forbidden`, 500 `internal_error` and 503 `store_unavailable`; [error codes](errors.md) has them. They are left out below.',
    ...groups.map(groupText),
    groupText(['the gateway', single]),
    '## Shapes',
    shapesText(document),
  );
}
