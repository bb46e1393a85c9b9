import { demoCredentials } from '../protocol/local-gateway.ts';
import { isLoopback } from '../protocol/loopback.ts';
import type { KeyName } from '../protocol/routes.ts';
import { ConfigurationError } from './errors/configuration-error.ts';

/** What of the global object tells a browser's page from a server. */
interface Globals {
  readonly window?: { readonly document?: unknown } | undefined;
  readonly process?: { readonly versions?: { readonly node?: string | undefined } | undefined } | undefined;
}

/**
 * spec: Authentication 6, "never from a browser or app": whoever opens the page would have the keys. A test's DOM
 * (jsdom, happy-dom) is no browser: Node is still there.
 *
 * @throws {ConfigurationError} in a browser's page
 */
export function refuseBrowser(globals: Globals = globalThis as Globals): void {
  const page = globals.window?.document !== undefined;
  if (page && globals.process?.versions?.node === undefined) {
    throw new ConfigurationError('the client must not run in a browser: its keys would be public');
  }
}

/** @throws {ConfigurationError} for a demo key and an address that is not this machine's */
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
