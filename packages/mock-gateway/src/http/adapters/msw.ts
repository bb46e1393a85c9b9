import { type HttpHandler, HttpResponse, http } from 'msw';

/** The gateway, as the handlers use it. */
export interface Handled {
  /** The origin. Read at each request, because it changes when the gateway listens. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * One handler for the whole origin: v3, v1, the checkout and the control API. It matches by predicate, not by path, so
 * the gateway itself refuses a malformed path (`%zz`).
 */
export function mswHandlers(gateway: Handled): HttpHandler[] {
  return [
    http.all(
      ({ request }) => new URL(request.url).origin === gateway.url,
      ({ request }) => answer(gateway, request),
    ),
  ];
}

/** MSW returns 500 if a handler throws, but a broken connection must be a network error. */
async function answer(gateway: Handled, request: Request): Promise<Response> {
  try {
    return await gateway.fetch(request);
  } catch {
    return HttpResponse.error();
  }
}
