import type { Controls } from '../../control/controls.ts';
import { type PublishedDocument, published } from '../../openapi/published.ts';
import { isAway } from '../../store/store-error.ts';
import { ControlError } from '../../wire/control-error.ts';
import type { WireRequest, WireResponse } from '../../wire/exchange.ts';
import { type Guard, refusalOf } from '../../wire/guard.ts';
import { BrokenBody, readBody } from '../../wire/read-body.ts';
import { emptyResponse, jsonResponse } from '../../wire/respond.ts';
import { eventStream } from './event-stream.ts';
import type { ControlRoute, UncheckedControls } from './route.ts';
import { controlRoutes } from './routes.ts';

const bodyLimit = 1_048_576;

/** What the control API needs of a gateway. */
export interface ControlContext {
  readonly controls: Controls;
  readonly guard: () => Guard;
  readonly documents: { readonly control: PublishedDocument };
  /** The origin at which the gateway says it is, now. */
  readonly url: () => string;
  /** Hears of what failed, so that a call was answered 500. */
  readonly failed: (error: unknown) => void;
  /** Brings the gateway up to what others have done, where there can be any. */
  readonly catchUp?: (() => Promise<void>) | undefined;
}

/**
 * The control API. Never throws.
 *
 * @param path below `/_mock`
 */
export async function answerControl(
  request: WireRequest,
  path: string,
  { controls, guard, url, documents, failed, catchUp }: ControlContext,
): Promise<WireResponse> {
  try {
    const refusal = isOpen(request, path, guard()) ? null : refusalOf(request, guard());
    if (refusal !== null) return failure(refusal);
    if (path === '/events') return only('GET', request, () => eventStream(controls, request.signal));
    if (path === '/openapi.json') return await only('GET', request, () => documents.control(url()));
    const { route, id } = findRoute(request.method, path);
    if (!route.alwaysAnswers) await catchUp?.();
    const input = { id, query: readQuery(request), body: await readJson(request) };
    const result = await route.run(controls as UncheckedControls, input);
    if (route.status === 204) return emptyResponse(204);
    return jsonResponse(route.statusOf?.(result) ?? route.status ?? 200, result);
  } catch (error) {
    if (error instanceof ControlError) return failure(error);
    if (error instanceof BrokenBody) return failure(new ControlError('invalid_body', error.message));
    failed(error);
    return failure(
      isAway(error)
        ? new ControlError('store_unavailable', 'The gateway’s database cannot be reached.')
        : new ControlError('internal_error', 'The gateway failed.'),
    );
  }
}

/** The description of the control API, for one gateway. */
export function publishedControlDocument(): PublishedDocument {
  return published(async (origin) => (await import('./openapi/control-document.ts')).controlDocument(origin));
}

function failure({ status, code, message, headers }: ControlError): WireResponse {
  return jsonResponse(status, { error: code, message }, headers);
}

/** What needs no token where the others do. On loopback it is as closed as they are: nobody asks from elsewhere. */
function isOpen({ method }: WireRequest, path: string, { kind }: Guard): boolean {
  return (
    kind === 'token' &&
    controlRoutes.some((route) => route.needsNoToken && route.method === method && route.path === path)
  );
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
  if (found.length === 0) throw new ControlError('not_found', 'There is no such control call.');
  const pattern = found.find(({ route }) => route.method === method);
  if (pattern === undefined) throw otherMethod(found.map(({ route }) => route.method));
  const id = pattern.matches.exec(path)?.groups?.['id'] ?? '';
  return { route: pattern.route, id: decodeSegment(id) };
}

/** What answers in a way of its own, and to one method. */
function only<T>(method: string, request: WireRequest, answer: () => T): T {
  if (request.method !== method) throw otherMethod([method]);
  return answer();
}

function otherMethod(methods: readonly string[]): ControlError {
  return new ControlError('method_not_allowed', 'This control call has another method.', {
    headers: { allow: methods.join(', ') },
  });
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
