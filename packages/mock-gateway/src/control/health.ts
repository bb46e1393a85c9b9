import { formatIst } from '@inrgate/sdk/protocol';
import { version } from '../configuration/version.ts';
import type { ControlDeps } from './deps.ts';

/** contract: GET /health. */
export function healthView({ ports }: ControlDeps) {
  return { status: 'ok', version, store: ports.store.kind, now: formatIst(ports.clock.now()) } as const;
}
