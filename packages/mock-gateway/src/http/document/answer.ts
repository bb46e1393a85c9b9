import { published } from '../../openapi/published.ts';
import type { WireRequest, WireResponse } from '../../wire/exchange.ts';
import { reading } from '../../wire/respond.ts';

const wire = published(async (origin) => (await import('./wire-document.ts')).wireDocument(origin));

/** GET /openapi.json: the document of the wire API (contract: Gateway addresses). */
export async function answerWireDocument(request: WireRequest, url: string): Promise<WireResponse> {
  return reading(request, () => wire(url));
}
