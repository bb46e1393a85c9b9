import { formatIst } from '@inrgate/sdk/internal';
import { version } from '../configuration/version.ts';
import type { ControlDeps } from './deps.ts';
import type { ControlResponse } from './responses/responses.ts';

/** contract: GET /health. */
export function healthView({ ports }: ControlDeps): ControlResponse<'Health'> {
  return { status: 'ok', version, store: ports.store.kind, now: formatIst(ports.clock.now()) };
}
