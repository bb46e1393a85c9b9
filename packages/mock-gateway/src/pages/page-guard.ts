import type { ControlError } from '../http/core/control-error.ts';
import type { WireRequest, WireResponse } from '../http/core/exchange.ts';
import { bearsToken, type Guard, refusalOfPassedOn, refusalOfVisitor } from '../http/core/guard.ts';
import { html } from './html.ts';
import { page } from './page.ts';

/** Returns the reason to reject a request for a page without gateway data, or null. Accepts any host name. */
export function refusalOfPage(request: WireRequest, guard: Guard): ControlError | null {
  if (guard.kind === 'token') return refusalOfVisitor(request, guard);
  const isKnown = guard.token !== undefined && bearsToken(request, guard.token);
  return isKnown ? null : refusalOfPassedOn(request, guard);
}

/** Page with the reason of a rejection. */
export function forbidden({ status, message }: ControlError): WireResponse {
  return page(status, 'Not allowed', html`<h1>Not allowed</h1>\n<p>${message}</p>`);
}
