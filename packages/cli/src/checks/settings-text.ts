import type { GatewayReport } from '@inrgate/conformance';
// A static import is required. The bundled module is CommonJS, and `await import` would return only its default export.
import { stringify } from 'yaml';

/** Configuration that makes a mock gateway behave like the checked gateway. */
export function settingsText({ config, level }: GatewayReport): string {
  const heading = `# Settings of the gateway that differ from the mock gateway, found at level ${level}.\n`;
  return `${heading}${stringify(config)}`;
}
