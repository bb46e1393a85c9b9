import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the command before the tests, unless the build is up to date. The checks have built it before. */
export function setup(): void {
  if (process.env['INRGATE_BUILT'] === 'yes') return;
  const script = fileURLToPath(new URL('../../../scripts/setup.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
}
