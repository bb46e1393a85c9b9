import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningServer, startCommand } from '../../../scripts/bench/start-server.ts';

export interface UnlimitedOptions {
  /** Folder for the configuration. */
  readonly folder: string;
  /** File or URL of the database. Without it, everything is in memory. */
  readonly db?: string | undefined;
  readonly callbackUrl: string;
}

/** `inrgate serve` without limits, which a load would reach. */
export function startUnlimited({ folder, db, callbackUrl }: UnlimitedOptions): Promise<RunningServer> {
  const demo = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret', callbackUrl };
  const settings = { rateLimitPerMinute: null, signatureLock: null };
  const file = path.join(folder, 'config.json');
  writeFileSync(file, JSON.stringify({ merchants: [demo], settings }));
  return startCommand(...(db === undefined ? [] : ['--db', db]), '--config', file);
}
