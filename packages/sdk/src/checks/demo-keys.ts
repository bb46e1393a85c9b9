import { ConfigurationError } from '../errors/configuration-error.ts';
import { demoCredentials } from '../protocol/local-gateway.ts';
import { isLoopback } from '../protocol/loopback.ts';
import type { KeyName } from '../protocol/routes.ts';

/**
 * The demo keys are everybody's: with a gateway that is not on this machine they are a mistake.
 *
 * @throws {ConfigurationError} that names the key and never shows it
 */
export function refuseDemoKeys(
  keys: Readonly<Record<KeyName, string | undefined>>,
  roots: readonly (string | undefined)[],
): void {
  const remote = roots.some((root) => root !== undefined && !isOfThisMachine(new URL(root).hostname));
  if (!remote) return;
  for (const name of ['mchKey', 'mchSecret'] as const) {
    if (keys[name] === demoCredentials[name]) {
      throw new ConfigurationError(`${name} is the demo key, which is for a gateway on this machine only`);
    }
  }
}

/** `invalid` is no machine's (RFC 6761, 6.4): a gateway that is called in process has it. */
function isOfThisMachine(hostname: string): boolean {
  return isLoopback(hostname) || /^(?:.+\.)?invalid$/.test(hostname);
}
