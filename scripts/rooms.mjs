/**
 * The rooms of each package, from top to bottom. A room imports only lower rooms (.dependency-cruiser.mjs creates a
 * rule for each). Files directly in `src` connect the rooms, and no room may import these files.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const rooms = {
  'packages/mock-gateway/src': [
    'http/adapters',
    'pages',
    'http/document',
    'http/control',
    'http/v3',
    'http/v1',
    'http/pipeline',
    'control',
    'log',
    'http/openapi',
    'simulation',
    'callbacks',
    'faults',
    'operations',
    'clock',
    'limits',
    'store',
    'configuration',
    'http/core',
    'domain',
  ],
  'packages/conformance/src': [
    'shop',
    'proxy',
    'gateway',
    'webhook',
    'har',
    'traffic',
    'rules',
    'findings',
    'delivery',
    'masking',
    'http',
  ],
  'packages/sdk/src': [
    'opentelemetry',
    'resources',
    'calls',
    'express',
    'testing',
    'callbacks',
    'pacing',
    'hooks',
    'options',
    'errors',
    'doctor',
    'protocol',
  ],
  'packages/cli/src': ['commands', 'trigger', 'mock', 'live', 'signing', 'session', 'input', 'output'],
};

/**
 * Forbidden imports of each room, as regular expressions of paths.
 *
 * @returns {readonly { readonly room: string, readonly from: string, readonly to: string }[]}
 */
export function walls() {
  return Object.entries(rooms).flatMap(([src, ordered]) =>
    ordered.map((room, at) => {
      const above = ordered.slice(0, at).map((name) => `${name}/`);
      return {
        room: `${src}/${room}`,
        from: `^${src}/${room}/`,
        to: `^${src}/(${[...above, '[^/]+\\.ts$'].join('|')})`,
      };
    }),
  );
}
