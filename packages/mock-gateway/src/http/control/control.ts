// Folder http/control: the control API over HTTP.
import { parseCall } from '../../control/call.ts';
import { type ControlRoute, controlRoutes } from '../../control/calls.ts';
import type { ControlGateway } from '../../control/control-gateway.ts';
import { ControlError } from '../core/control-error.ts';
import { BrokenBody, readBody, type WireRequest, type WireResponse } from '../core/exchange.ts';
import { type Guard, refusalOf } from '../core/guard.ts';
import { emptyResponse, getOnly, jsonResponse, partsResponse, textResponse } from '../core/respond.ts';
import { type PublishedDocument, published } from '../openapi/published.ts';
import { eventStream } from './event-stream.ts';

const bodyLimit = 1_048_576;

export interface ControlContext {
  readonly gateway: ControlGateway & {
    /** Receives the error behind a 500 response. */
    readonly onError: (error: unknown) => void;
  };
  readonly guard: () => Guard;
  readonly documents: { readonly control: PublishedDocument };
}

/**
 * Handles a request of the control API. Never throws.
 *
 * @param path below `/_mock`
 */
export async function answerControl(
  request: WireRequest,
  path: string,
  context: ControlContext,
): Promise<WireResponse> {
  const { store, onError } = context.gateway;
  try {
    const response = await answerCall(request, path, context).catch(refusal);
    // Not only what this call has written: its response can tell of another write of the same turn.
    await store.onDisk();
    return response;
  } catch (error) {
    onError(error);
    return failure(new ControlError('internal_error', 'The gateway failed.'));
  }
}

async function answerCall(
  request: WireRequest,
  path: string,
  { gateway, guard, documents }: ControlContext,
): Promise<WireResponse> {
  const refused = refusalOf(request, guard());
  if (refused !== null) throw refused;
  if (path === '/events') return getOnly(request, () => eventStream(gateway, request));
  if (path === '/openapi.json') return getOnly(request, () => documents.control(gateway.origin));
  const { route, id } = findRoute(request.method, path);
  const input = parseCall(route, { id, query: readQuery(request), body: await readJson(request) });
  const result = await route.run(gateway, input);
  if (route.text !== undefined) return textResponse(route.text, String(result));
  if (route.response === undefined) return emptyResponse(204);
  if (route.json !== undefined) return partsResponse(await route.json(result));
  const { otherwise } = route;
  const shown = route.shown === undefined ? result : route.shown(result, input.query);
  return jsonResponse(otherwise?.when(result as never) ? otherwise.status : (route.status ?? 200), shown);
}

/** Converts the error of a rejected call. Throws any other error. */
function refusal(error: unknown): WireResponse {
  if (error instanceof ControlError) return failure(error);
  if (error instanceof BrokenBody) return failure(new ControlError('invalid_body', error.message));
  throw error;
}

/** The OpenAPI document of the control API of one gateway. */
export function publishedControlDocument(): PublishedDocument {
  return published(async (origin) => (await import('./openapi/control-document.ts')).controlDocument(origin));
}

function failure({ status, code, message, headers }: ControlError): WireResponse {
  return jsonResponse(status, { error: code, message }, headers);
}

interface Pattern {
  readonly route: ControlRoute;
  readonly matches: RegExp;
}

const patterns: readonly Pattern[] = controlRoutes.map((route) => ({
  route,
  matches: new RegExp(`^${route.path.replace('.', '\\.').replace(':id', '(?<id>[^/]+)')}$`),
}));

function findRoute(method: string, path: string): { readonly route: ControlRoute; readonly id: string } {
  const found = patterns.filter(({ matches }) => matches.test(path));
  if (found.length === 0) throw new ControlError('not_found', 'The control API has no call at this path.');
  // The adapters omit the body of a HEAD response.
  const wanted = method === 'HEAD' ? 'GET' : method;
  const pattern = found.find(({ route }) => route.method === wanted);
  if (pattern === undefined) throw otherMethod(found.map(({ route }) => route.method));
  const id = pattern.matches.exec(path)?.groups?.['id'] ?? '';
  return { route: pattern.route, id: decodeSegment(id) };
}

function otherMethod(methods: readonly string[]): ControlError {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = allowed.join(', ');
  return new ControlError('method_not_allowed', `This path supports only ${allow}.`, { headers: { allow } });
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    throw new ControlError('not_found', 'The path contains an invalid percent-encoding.', { cause: error });
  }
}

function readQuery({ query }: WireRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query));
}

async function readJson(request: WireRequest): Promise<unknown> {
  const body = await readBody(request, bodyLimit);
  if (body === null) throw new ControlError('payload_too_large', 'The body is over 1 MB.');
  if (body.byteLength === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new ControlError('invalid_body', 'The body is not valid JSON.', { cause: error });
  }
}
