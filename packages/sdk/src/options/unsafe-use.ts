import { ConfigurationError } from '../errors/errors.ts';
import { demoCredentials } from '../protocol/local-gateway.ts';
import { isLoopback } from '../protocol/loopback.ts';
import type { KeyName } from '../protocol/routes.ts';

/** Global properties that distinguish a browser page from a server. */
interface Globals {
  readonly window?: { readonly document?: unknown } | undefined;
  readonly process?: { readonly versions?: { readonly node?: string | undefined } | undefined } | undefined;
}

/** A page would publish the keys (spec: Authentication 6). A simulated DOM in Node is no page. */
export function refuseBrowser(globals: Globals = globalThis as Globals): void {
  const page = globals.window?.document !== undefined;
  if (page && globals.process?.versions?.node === undefined) {
    throw new ConfigurationError('the client must not run in a browser, because a browser exposes the keys');
  }
}

/** Accepts the host `invalid` of in-process gateways (RFC 6761, 6.4). @throws {ConfigurationError} without the key */
export function refuseDemoKeys(
  keys: Readonly<Record<KeyName, string | undefined>>,
  roots: readonly (string | undefined)[],
): void {
  const hosts = roots.flatMap((root) => (root === undefined ? [] : [new URL(root).hostname]));
  if (hosts.every((host) => isLoopback(host) || /^(?:.+\.)?invalid$/.test(host))) return;
  for (const name of ['mchKey', 'mchSecret'] as const) {
    if (keys[name] === demoCredentials[name]) {
      throw new ConfigurationError(
        `${name} is the demo key, which works only with a gateway on this machine. Set your own key`,
      );
    }
  }
}
