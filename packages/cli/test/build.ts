import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The tests run the command as it is built, so it is built before them; nothing happens when it is up to date. */
export function setup(): void {
  const script = fileURLToPath(new URL('../../../scripts/setup.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
}
