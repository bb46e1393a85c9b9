import { pageOf, prose } from './markdown.ts';
import { type Document, type Endpoint, endpointsOf, endpointText, shapesText } from './openapi.ts';

/** Creates the page of the wire API from the document at `/openapi.json`. */
export function wireApiPage(document: Document, absentValues: string): string {
  const endpoints = endpointsOf(document, '');
  // The path with .php is an alternative path of the same endpoint.
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
    'This page describes the requests and callbacks between a merchant’s server and the gateway. A running gateway publishes the same description at `/openapi.json`, with examples of every response. Each v3 endpoint also exists with the suffix `.php`.',
    lowered(document.info.description),
    '## Version 3',
    ...part('v3'),
    '## Version 1, payment links',
    ...part('v1'),
    '## Callbacks',
    ...callbacks,
    '## Absent values',
    'The specification does not define how an absent value is written. This table shows how the mock gateway writes it, in JSON. In a form, an absent value is an empty string or no field. The SDK and the checkers accept `null`, an empty string and an absent field alike, so accept all three.',
    absentValues,
    '## Shapes',
    shapesText(document),
  );
}

/** Adds a language to the fences of a description. Its headings already have the level of the page. */
function lowered(description: string): string {
  return prose(description).replaceAll(/^```$(?=\n[^\n]*\n[^\n]*\n```)/gm, '```text');
}

/** Errors that every call of the control API can return. */
const anyCall = ['unauthorized', 'forbidden', 'internal_error'];

/** Creates the page of the control API from the document at `/_mock/openapi.json`. */
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
    '`inrgate mock` and the dashboard use this API. A running gateway publishes the same description at `/_mock/openapi.json`.',
    prose(document.info.description),
    'Every call can return 401 `unauthorized`, 403 `forbidden` and 500 `internal_error`. The following tables omit these errors. For their causes, see [error codes](../errors.md).',
    ...groups.map(groupText),
    groupText(['the gateway', single]),
    '## Shapes',
    shapesText(document),
  );
}
