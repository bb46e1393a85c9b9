// Folder http/document: the OpenAPI document of the wire API.
import type { WireRequest, WireResponse } from '../core/exchange.ts';
import { getOnly } from '../core/respond.ts';
import { type PublishedDocument, published } from '../openapi/published.ts';

/** The OpenAPI document of one gateway's wire API. */
export function publishedWireDocument(): PublishedDocument {
  return published(async (origin) => (await import('./wire-document.ts')).wireDocument(origin));
}

/** GET /openapi.json (contract: Gateway addresses). */
export async function answerWireDocument(
  request: WireRequest,
  { document, url }: { readonly document: PublishedDocument; readonly url: string },
): Promise<WireResponse> {
  return getOnly(request, () => document(url));
}
