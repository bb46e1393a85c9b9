import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the command before the tests, unless the build is up to date. */
export function setup(): void {
  const script = fileURLToPath(new URL('../../../scripts/setup.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
}
