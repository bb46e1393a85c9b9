/** `--mch-key`, `--mchSecret=…`, `-key`, `--api_secret`: what people try to give a key with, also without a space. */
const keyOption = /^--?(?:mch|merchant|api|gateway)?[-_]?(?:key|secret)/i;

/** The option that a key is given with, wherever it stands in the line; without the key. */
export function keyOptionIn(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  return options.flatMap((word) => keyOption.exec(word) ?? [])[0];
}
