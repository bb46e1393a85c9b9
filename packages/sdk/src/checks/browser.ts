import { ConfigurationError } from '../errors/configuration-error.ts';

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
