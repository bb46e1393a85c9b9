// Folder http/v3/openapi: v3 in the OpenAPI document.
import type { V3Endpoint } from '@inrgate/sdk/internal';
import { type V3ErrorCode, v3Errors, v3Requests } from '@inrgate/sdk/protocol';
import { type Examples, type Json, jsonType, ref } from '../../openapi/parts.ts';
import { endpointTexts } from './endpoints.ts';

/**
 * Errors of every endpoint (reading:order.2 to 9). Excludes `not_found` and `use_post`, because they belong
 * to unknown paths and methods.
 */
const ofEveryEndpoint = [
  'invalid_request',
  'invalid_signature',
  'account_suspended',
  'ip_not_allowed',
  'payload_too_large',
  'rate_limited',
  'too_many_failures',
  'server_error',
  'maintenance',
] as const satisfies readonly V3ErrorCode[];

/** Errors that an endpoint returns, in the order of the table. */
function v3ErrorsOf(endpoint: V3Endpoint): readonly V3ErrorCode[] {
  const ofParameters: readonly V3ErrorCode[] = v3Requests[endpoint].fields.map((field) => field.code);
  const codes = new Set([...ofEveryEndpoint, ...endpointTexts[endpoint].errors, ...ofParameters]);
  return (Object.keys(v3Errors) as V3ErrorCode[]).filter((code) => codes.has(code));
}

export function v3ErrorExamples(): Examples {
  const examples = Object.entries(v3Errors).map(([code, { status, meaning, fix }]) => {
    const value = { code: status, success: false, message: meaning, error: code };
    return [exampleName(code), { summary: code, description: `${meaning} ${fix}`, value }];
  });
  return Object.fromEntries(examples);
}

function exampleName(code: string): string {
  return `v3-${code}`;
}

export function v3ErrorResponses(endpoint: V3Endpoint): Readonly<Record<string, Json>> {
  const byStatus = Map.groupBy(v3ErrorsOf(endpoint), (code) => v3Errors[code].status);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorResponse(status, codes)]));
}

function errorResponse(status: number, codes: readonly V3ErrorCode[]): Json {
  const narrowed = { type: 'object', properties: { code: { const: status }, error: { enum: codes } } };
  return {
    description: codes.map((code) => `\`${code}\`: ${v3Errors[code].meaning}`).join('\n\n'),
    ...headersOf(status),
    content: {
      [jsonType]: {
        schema: { allOf: [ref('schemas', 'V3Failure'), narrowed] },
        examples: Object.fromEntries(codes.map((code) => [code, ref('examples', exampleName(code))])),
      },
    },
  };
}

function headersOf(status: number): Json {
  if (status === 429) return { headers: { 'Retry-After': ref('headers', 'RetryAfter') } };
  return {};
}
