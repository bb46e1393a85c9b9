import { addressesAt, type GatewayAddresses } from '../../configuration/addresses.ts';
import { version } from '../../configuration/version.ts';
import type { WireResponse } from '../core/exchange.ts';
import { jsonResponse } from '../core/respond.ts';

/** Returns the response that contains the document for the gateway at this origin. */
export type PublishedDocument = (url: string) => Promise<WireResponse>;

/** URLs and version of the gateway in a document. */
export interface DocumentOrigin extends GatewayAddresses {
  readonly version: string;
}

/**
 * Creates a document on its first request, so the gateway starts fast. Caches the document until the origin changes.
 */
export function published(write: (origin: DocumentOrigin) => Promise<object>): PublishedDocument {
  let latest: { readonly url: string; readonly response: Promise<WireResponse> } | undefined;
  return (url) => {
    if (latest?.url !== url) {
      const document = write({ ...addressesAt(url), version });
      latest = { url, response: document.then((written) => jsonResponse(200, written)) };
    }
    return latest.response;
  };
}
