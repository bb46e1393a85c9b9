import { type HttpHandler, HttpResponse, http } from 'msw';

/** The members of a gateway that the handlers use. */
export interface Handled {
  /** The origin. Read it at each request, because it changes when the gateway listens. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Creates one handler for the whole origin: v3, v1, the checkout and the control API. The handler matches requests by
 * predicate instead of by path, so the gateway itself rejects a malformed path (`%zz`).
 */
export function mswHandlers(gateway: Handled): HttpHandler[] {
  return [
    http.all(
      ({ request }) => new URL(request.url).origin === gateway.url,
      ({ request }) => answer(gateway, request),
    ),
  ];
}

/** Converts a broken connection to a network error, because MSW returns 500 if a handler throws. */
async function answer(gateway: Handled, request: Request): Promise<Response> {
  try {
    return await gateway.fetch(request);
  } catch {
    return HttpResponse.error();
  }
}
