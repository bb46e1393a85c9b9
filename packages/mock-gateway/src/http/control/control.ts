import { ControlError } from '../../control/control-error.ts';
import type { Controls } from '../../control/controls.ts';
import type { WireRequest, WireResponse } from '../exchange.ts';
import { answerControlDocument } from '../openapi/published.ts';
import { readBody } from '../read-body.ts';
import { emptyResponse, jsonResponse } from '../respond.ts';
import { eventStream } from './event-stream.ts';
import { type Guard, refuseStrangers } from './guard.ts';
import { type ControlRoute, controlRoutes } from './routes.ts';

const bodyLimit = 1_048_576;

export interface ControlContext {
  readonly controls: Controls;
  readonly guard: () => Guard;
  /** The origin at which the gateway says it is, now. */
  readonly url: () => string;
}

/**
 * The control API. Never throws.
 *
 * @param path below `/_mock`
 */
export async function answerControl(
  request: WireRequest,
  path: string,
  { controls, guard, url }: ControlContext,
): Promise<WireResponse> {
  try {
    refuseStrangers(request, guard());
    if (path === '/events' && request.method === 'GET') return eventStream(controls, request.signal);
    if (path === '/openapi.json' && request.method === 'GET') return await answerControlDocument(url());
    const { route, id } = findRoute(request.method, path);
    const input = { id, query: readQuery(request), body: await readJson(request) };
    const result = await route.run(controls, input);
    return route.status === 204 ? emptyResponse(204) : jsonResponse(route.status ?? 200, result);
  } catch (error) {
    if (!(error instanceof ControlError)) return failure(500, 'internal_error', 'The gateway failed.');
    return failure(error.status, error.code, error.message);
  }
}

function failure(status: number, code: string, message: string): WireResponse {
  return jsonResponse(status, { error: code, message });
}

interface Pattern {
  readonly route: ControlRoute;
  readonly matches: RegExp;
}

const patterns: readonly Pattern[] = controlRoutes.map((route) => ({
  route,
  matches: new RegExp(`^${route.path.replace(':id', '(?<id>[^/]+)')}$`),
}));

function findRoute(method: string, path: string): { readonly route: ControlRoute; readonly id: string } {
  const found = patterns.filter(({ matches }) => matches.test(path));
  if (found.length === 0) throw new ControlError('not_found', 'There is no such control call.');
  const pattern = found.find(({ route }) => route.method === method);
  if (pattern === undefined)
    throw new ControlError('method_not_allowed', 'This control call has another method.');
  const id = pattern.matches.exec(path)?.groups?.['id'] ?? '';
  return { route: pattern.route, id: decodeSegment(id) };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    throw new ControlError('not_found', 'The address is not well formed.', { cause: error });
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
