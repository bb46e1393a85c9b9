import { describe, expect, it } from 'vitest';
import {
  deadReferences,
  documentErrors,
  examplesIn,
  follow,
  nodesIn,
  wrongExamples,
} from '../../../../test/openapi.ts';
import { controlRoutes } from '../../../control/calls.ts';
import { events } from '../../../control/responses/events.ts';
import { controlErrors } from '../../core/control-error.ts';
import { controlDocument } from './control-document.ts';

type Json = Readonly<Record<string, unknown>>;

const document = controlDocument({ controlUrl: 'http://127.0.0.1:4300/_mock', version: '1.2.3' });
const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>;
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

const routes = controlRoutes.map((route) => {
  const found = operations.find(
    ({ path, method }) =>
      method === route.method.toLowerCase() && path.replace(/\{\w+\}/, ':id') === route.path,
  );
  return { route, name: `${route.method} ${route.path}`, operation: found?.operation ?? {} };
});

describe('OpenAPI document of the control API', () => {
  it('the document of the control API is valid OpenAPI 3.1', async () => {
    expect(await documentErrors(document)).toBeUndefined();
  });

  it('the document of the control API has no dead reference and no repeated operation', () => {
    expect(deadReferences(document)).toEqual([]);
    const ids = operations.map(({ operation }) => operation['operationId']);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('the document of the control API contains only examples that their schemas accept', () => {
    expect(examplesIn(document).length).toBeGreaterThan(100);
    expect(wrongExamples(document)).toEqual([]);
  });

  it('the document of the control API contains the routes, the event stream and the document itself', () => {
    expect(operations).toHaveLength(controlRoutes.length + 2);
    const stream = operations.find(({ path }) => path === '/events')?.operation ?? {};
    const { description, responses } = stream as { readonly description: string; readonly responses: Json };
    for (const [name, { component }] of Object.entries(events)) {
      expect(description).toContain(`| \`${name}\` | ${component} |`);
      expect(follow(document, { $ref: `#/components/schemas/${component}` })['type']).toBe('object');
    }
    expect(responses['200']).toMatchObject({ content: { 'text/event-stream': {} } });
    expect(paths).toHaveProperty(['/openapi.json', 'get']);
  });

  it('the document of the control API has a title and a description', () => {
    const filled = expect.stringMatching(/\w/);
    expect(document['info']).toMatchObject({ title: filled, description: filled, version: '1.2.3' });
  });

  it('the document of the control API contains every error with an example', () => {
    const { examples } = document['components'] as { readonly examples: Json };
    for (const error of Object.keys(controlErrors)) {
      expect(examples[error]).toMatchObject({ value: { error, message: expect.stringMatching(/\w/) } });
    }
  });

  it('the document of the control API describes every field of a body and every parameter of a query', () => {
    const inputs = operations.flatMap(({ operation }) => {
      const { requestBody = {}, parameters = [] } = operation as {
        requestBody?: object;
        parameters?: Json[];
      };
      const keys = nodesIn(requestBody).flatMap(({ node }) =>
        Object.entries((node['properties'] ?? {}) as Json),
      );
      const query = parameters.filter((parameter) => parameter['in'] === 'query');
      return [...keys, ...query.map((parameter) => [parameter['name'], parameter] as const)];
    });
    expect(inputs.length).toBeGreaterThan(50);
    const silent = inputs.filter(([, input]) => !(input as Json)['description']);
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});

describe.each(routes)('$name', ({ route, operation }) => {
  const responses = (operation['responses'] ?? {}) as Readonly<Record<string, Json>>;

  it('the operation has a description', () => {
    expect(operation['summary']).toBe(route.summary);
  });

  it('the operation documents a response body unless it returns 204', () => {
    if (route.text !== undefined) expect(responses['200']).toHaveProperty(['content', route.text]);
    else if (route.response === undefined) expect(responses['204']).not.toHaveProperty('content');
    else expect(responses[String(route.status ?? 200)]).toHaveProperty('content');
  });

  it('the operation lists the errors that the guard and the input validation can return', () => {
    const rejectable = ['401', '403', '500', ...(route.path.includes(':id') ? ['404'] : [])];
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(rejectable));
    // An unknown path or method belongs to no operation, so no operation lists this response.
    expect('404' in responses).toBe(route.path.includes(':id'));
    expect('405' in responses).toBe(false);
    expect('422' in responses).toBe(route.body !== undefined || route.query !== undefined);
  });

  it('the operation requires a body only if its control call requires a body', () => {
    const { required } = (operation['requestBody'] ?? {}) as { readonly required?: boolean };
    expect(required ?? false).toBe(route.body !== undefined && !route.body.schema.safeParse({}).success);
    for (const example of Object.values(route.body?.examples ?? {})) {
      expect(route.body?.schema.safeParse(example)).toMatchObject({ success: true });
    }
  });
});
