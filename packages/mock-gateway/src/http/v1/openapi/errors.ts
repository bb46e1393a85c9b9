// Folder http/v1/openapi: v1 in the OpenAPI document.
import type { V1Endpoint } from '@inrgate/sdk/internal';
import { type V1ErrorInfo, v1Errors } from '@inrgate/sdk/protocol';
import { type Examples, type Json, jsonType, ref } from '../../openapi/parts.ts';

/** HTTP statuses that only one endpoint returns. */
const ofOneEndpoint: Readonly<Record<V1Endpoint, readonly number[]>> = {
  'create-link': [409, 422, 502],
  'link-status': [404],
};

/** The errors that an endpoint returns, in the order of the table. Excludes 405, which only other methods return. */
function v1ErrorsOf(endpoint: V1Endpoint): readonly V1ErrorInfo[] {
  const ofOthers = Object.entries(ofOneEndpoint).flatMap(([name, own]) => (name === endpoint ? [] : own));
  return v1Errors.filter(({ status }) => status !== 405 && !ofOthers.includes(status));
}

export function v1ErrorExamples(): Examples {
  const examples = v1Errors.map((error) => {
    const { code, meaning, fix } = error;
    const value = { ok: false, error: code, message: meaning };
    return [exampleName(error), { summary: code, description: `${meaning} ${fix}`, value }];
  });
  return Object.fromEntries(examples);
}

/** Name of an example. Contains the status for `method_not_allowed`, which occurs with two statuses. */
function exampleName({ status, code }: V1ErrorInfo): string {
  return `v1-${status}-${code}`;
}

export function v1ErrorResponses(endpoint: V1Endpoint): Json {
  const byStatus = Map.groupBy(v1ErrorsOf(endpoint), ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, errors]) => [status, errorResponse(errors)]));
}

function errorResponse(errors: readonly V1ErrorInfo[]): Json {
  const narrowed = { type: 'object', properties: { error: { enum: errors.map(({ code }) => code) } } };
  return {
    description: errors.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join('\n\n'),
    content: {
      [jsonType]: {
        schema: { allOf: [ref('schemas', 'V1Failure'), narrowed] },
        examples: Object.fromEntries(
          errors.map((error) => [error.code, ref('examples', exampleName(error))]),
        ),
      },
    },
  };
}
