import { ConfigurationError } from '../errors/configuration-error.ts';
import { demoCredentials } from '../protocol/local-gateway.ts';
import { isLoopback } from '../protocol/loopback.ts';
import type { KeyName } from '../protocol/routes.ts';

/**
 * Refuses the public demo keys for a gateway that is not on this machine.
 *
 * @throws {ConfigurationError} with the key's name, without its value
 */
export function refuseDemoKeys(
  keys: Readonly<Record<KeyName, string | undefined>>,
  roots: readonly (string | undefined)[],
): void {
  const remote = roots.some((root) => root !== undefined && !isOfThisMachine(new URL(root).hostname));
  if (!remote) return;
  for (const name of ['mchKey', 'mchSecret'] as const) {
    if (keys[name] === demoCredentials[name]) {
      throw new ConfigurationError(
        `${name} is the demo key, which works only with a gateway on this machine`,
      );
    }
  }
}

/** Also accepts `invalid`, which no machine has (RFC 6761, 6.4). Gateways that run in process use it. */
function isOfThisMachine(hostname: string): boolean {
  return isLoopback(hostname) || /^(?:.+\.)?invalid$/.test(hostname);
}
