import type { GatewayReport } from '@inrgate/conformance';
// This import must be static, because the bundled module is CommonJS and `await import` would return only its default
// export.
import { stringify } from 'yaml';

/** Formats the configuration with which a mock gateway behaves like the checked gateway. */
export function settingsText({ config, level }: GatewayReport): string {
  const heading = `# Settings of the gateway that differ from the mock gateway, found at level ${level}.\n`;
  return `${heading}${stringify(config)}`;
}
