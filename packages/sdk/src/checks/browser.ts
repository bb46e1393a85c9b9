import { ConfigurationError } from '../errors/configuration-error.ts';

/** Global properties that distinguish a browser page from a server. */
interface Globals {
  readonly window?: { readonly document?: unknown } | undefined;
  readonly process?: { readonly versions?: { readonly node?: string | undefined } | undefined } | undefined;
}

/**
 * Throws in a browser page, because the page would publish the keys (spec: Authentication 6). Allows a simulated DOM in
 * Node, for example jsdom.
 *
 * @throws {ConfigurationError} in a browser's page
 */
export function refuseBrowser(globals: Globals = globalThis as Globals): void {
  const page = globals.window?.document !== undefined;
  if (page && globals.process?.versions?.node === undefined) {
    throw new ConfigurationError('the client must not run in a browser, because a browser exposes the keys');
  }
}
