import { writeFileSync } from 'node:fs';
import { type RunningServer, startCommand } from '../../../scripts/bench/start-server.ts';

/** `inrgate serve` with a file and without limits, which a load would reach. Its configuration is beside the file. */
export function startUnlimited(db: string, callbackUrl?: string): Promise<RunningServer> {
  const demo = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret', callbackUrl };
  const settings = { rateLimitPerMinute: null, signatureLock: null };
  const file = `${db}.json`;
  writeFileSync(file, JSON.stringify({ merchants: [demo], settings }));
  return startCommand('--db', db, '--config', file);
}
