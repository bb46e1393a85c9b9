import type { GatewayReport } from '@inrgate/conformance';
// Not fetched by name when it is needed: bundled, it is CommonJS, of which `await import` has the default alone.
import { stringify } from 'yaml';

/** A configuration with which a mock gateway does what the one that was asked does otherwise. */
export function settingsText({ config, level }: GatewayReport): string {
  const heading = `# What a gateway was seen to do otherwise than a mock gateway, at the level ${level}.\n`;
  return `${heading}${stringify(config)}`;
}
