import { type HttpHandler, HttpResponse, http } from 'msw';

/** What the handlers need of a gateway. */
export interface Handled {
  /** The origin; looked up at each request, as it changes when the gateway listens. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * One handler for the whole origin: v3, v1, the checkout and the control API. A predicate rather than a path, so
 * that an address that is not well formed (`%zz`) is the gateway's to refuse.
 */
export function mswHandlers(gateway: Handled): HttpHandler[] {
  return [
    http.all(
      ({ request }) => new URL(request.url).origin === gateway.url,
      ({ request }) => answer(gateway, request),
    ),
  ];
}

/** MSW answers 500 for a handler that throws; a connection that breaks has to be a network error. */
async function answer(gateway: Handled, request: Request): Promise<Response> {
  try {
    return await gateway.fetch(request);
  } catch {
    return HttpResponse.error();
  }
}
