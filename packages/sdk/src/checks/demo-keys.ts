import { ConfigurationError } from '../errors/configuration-error.ts';
import { demoCredentials } from '../protocol/local-gateway.ts';
import { isLoopback } from '../protocol/loopback.ts';
import type { KeyName } from '../protocol/routes.ts';

/**
 * Rejects the public demo keys if the gateway runs on another machine.
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
        `${name} is the demo key, which works only with a gateway on this machine. Set your own key`,
      );
    }
  }
}

/**
 * Returns true for loopback names and for `invalid`. In-process gateways use `invalid`, because no machine has this
 * name (RFC 6761, 6.4).
 */
function isOfThisMachine(hostname: string): boolean {
  return isLoopback(hostname) || /^(?:.+\.)?invalid$/.test(hostname);
}
