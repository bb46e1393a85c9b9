import { formatIst } from '@inrgate/sdk/internal';
import { version } from '../configuration/version.ts';
import type { ControlDeps } from './deps.ts';
import type { ControlResponse } from './responses/responses.ts';

/** contract: GET /health. */
export function healthView({ ports, isReached }: ControlDeps): ControlResponse<'Health'> {
  const status = isReached() ? 'ok' : 'store_unavailable';
  return { status, version, store: ports.store.kind, now: formatIst(ports.clock.now()) };
}
