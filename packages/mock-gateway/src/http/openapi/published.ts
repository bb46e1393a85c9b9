import { addressesAt, type GatewayAddresses } from '../../configuration/addresses.ts';
import { version } from '../../configuration/version.ts';
import type { WireResponse } from '../core/exchange.ts';
import { jsonResponse } from '../core/respond.ts';

/** A document as it is answered by the gateway at this origin. */
export type PublishedDocument = (url: string) => Promise<WireResponse>;

/** Where the gateway answers, and its version: what a document says of it. */
export interface DocumentOrigin extends GatewayAddresses {
  readonly version: string;
}

/** Written when it is first asked for and kept by one gateway, so that starting up does not pay for it, and again for another origin. */
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
