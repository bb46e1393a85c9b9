/**
 * Inputs that a random test found, each shrunk to the smallest that fails without its fix. The random tests replay them in
 * every run, before they draw. Add a new one together with its fix.
 */
export const counterExamples = {
  /** Configuration files at which `inrgate serve` ended with an error of the YAML library: aliases that cannot be replaced. */
  yaml: [
    'settings: *none',
    [
      'a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]',
      ...[...'bcdefgh'].map((name, at) => `${name}: &${name} [${`*${'abcdefg'[at]}, `.repeat(9)}]`),
    ].join('\n'),
  ],
  csv: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
