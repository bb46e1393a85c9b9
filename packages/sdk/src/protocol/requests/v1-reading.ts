import { type FlatParams, FlatParseError, parseFlat } from '../flat-parser.ts';
import type { V1Endpoint } from '../routes.ts';
import { V1Refusal } from './v1-refusal.ts';

interface WithHeaders {
  header(name: string): string | null;
}

/**
 * Parses the parameters of a query string.
 *
 * @param query without the question mark
 * @throws {V1Refusal}
 */
export function readV1Query(query: string): FlatParams {
  return readable(() => parseFlat(new TextEncoder().encode(query), 'application/x-www-form-urlencoded'));
}

/** reading: States, "create-link.php takes JSON only". */
export function readV1Json(body: Uint8Array, request: WithHeaders): FlatParams {
  const contentType = request.header('content-type');
  if (contentType === null || !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new V1Refusal('invalid_request', { message: 'The content type is not application/json.' });
  }
  return readable(() => parseFlat(body, contentType));
}

/**
 * Returns the API Key from the parameters. For create-link.php, the key can be in a header instead. The signature does
 * not cover the header (spec: Legacy v1).
 */
export function readApiKey(
  { endpoint, request }: { readonly endpoint: V1Endpoint; readonly request: WithHeaders },
  params: FlatParams,
): string | null {
  const parameter = params.get('api_key')?.text || null;
  const header = endpoint === 'create-link' ? request.header('x-api-key') || null : null;
  if (parameter !== null && header !== null && parameter !== header) {
    throw new V1Refusal('invalid_request', { message: 'api_key and X-Api-Key have different values.' });
  }
  return parameter ?? header;
}

function readable(parse: () => FlatParams): FlatParams {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FlatParseError)) throw error;
    throw new V1Refusal('invalid_request', {
      message: `The request cannot be read: ${error.message}.`,
      cause: error,
    });
  }
}
