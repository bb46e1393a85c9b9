// Folder http/v1/openapi: v1 in the OpenAPI document.
import { type V1ErrorInfo, v1Errors } from '@inrgate/sdk/protocol';
import { type Examples, type Json, jsonType, ref } from '../../openapi/parts.ts';

/** HTTP statuses of every endpoint. Excludes 405, which only other methods return. */
const ofEveryEndpoint = [400, 401, 403, 500];

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

/** @param own the statuses that only this endpoint returns */
export function v1ErrorResponses(own: readonly number[]): Json {
  const errors = v1Errors.filter(({ status }) => [...ofEveryEndpoint, ...own].includes(status));
  const byStatus = Map.groupBy(errors, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, rows]) => [status, errorResponse(rows)]));
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
