import { parseFlat } from '@inrgate/sdk/protocol';
import type { NewCallback } from '../domain/callback.ts';
import { deliveryHeaders } from './sender.ts';

/** The merchant's own number, as the callback says it; a link's own number stands for the order's. */
export function merchantOrderOf({
  url,
  format,
  body,
}: Pick<NewCallback, 'url' | 'format' | 'body'>): string | null {
  const contentType = deliveryHeaders({ url: url ?? '', format, body })['content-type'] ?? null;
  const fields = parseFlat(body, contentType);
  return (fields.get('mchOrderNo') ?? fields.get('client_ref'))?.text || null;
}
