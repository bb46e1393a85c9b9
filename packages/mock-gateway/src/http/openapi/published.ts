import { addressesAt } from '../../addresses.ts';
import { version } from '../../version.ts';
import type { WireRequest, WireResponse } from '../exchange.ts';
import { jsonResponse, reading } from '../respond.ts';

/** A document as it is answered by the gateway at this origin. */
type Published = (url: string) => Promise<WireResponse>;

/** Written when it is first asked for, so that starting up does not pay for it, and again for another origin. */
function published(write: (url: string) => Promise<object>): Published {
  let latest: { readonly url: string; readonly response: Promise<WireResponse> } | undefined;
  return (url) => {
    if (latest?.url !== url) {
      latest = { url, response: write(url).then((document) => jsonResponse(200, document)) };
    }
    return latest.response;
  };
}

const wire = published(async (url) => {
  const { wireDocument } = await import('./wire/wire-document.ts');
  return wireDocument({ ...addressesAt(url), version });
});

/** GET /_mock/openapi.json: the document of the control API. */
export const answerControlDocument = published(async (url) => {
  const { controlDocument } = await import('./control/control-document.ts');
  return controlDocument({ ...addressesAt(url), version });
});

/** GET /openapi.json: the document of the wire API (contract: Gateway addresses). */
export async function answerWireDocument(request: WireRequest, url: string): Promise<WireResponse> {
  return reading(request, () => wire(url));
}
