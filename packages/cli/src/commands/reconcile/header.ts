import type { FileFault } from '../../output/usage-error.ts';

/** Columns of a file. */
export interface Columns {
  readonly known: readonly string[];
  readonly needed: readonly string[];
  /** Alternative names of known columns. */
  readonly aliases?: ReadonlyMap<string, string>;
}

/** Returns the issues of the first line, which contains the names of the columns. */
export function headerFaults(names: readonly string[], columns: Columns): readonly FileFault[] {
  // If no name is known, the line is a row of values, and no message may show them.
  const isHeader = names.some((name) => columns.known.includes(name));
  const reasons = isHeader ? columnFaults(names, columns) : [notAHeader(names, columns)];
  return reasons.map((reason) => ({ line: 1, reason }));
}

function columnFaults(names: readonly string[], columns: Columns): readonly string[] {
  const found = names.flatMap((name, index) => {
    if (name === '') return [`the name of column ${index + 1} is empty. Name the column or remove it`];
    if (!columns.known.includes(name)) return [unknown(name, columns)];
    return names.indexOf(name) === index
      ? []
      : [`the column ${name} is repeated. Remove one of the two columns`];
  });
  // Do not report a misspelt column as missing.
  const meant = new Set(names.map((name) => meantBy(name, columns) ?? name));
  const missing = columns.needed.filter((name) => !meant.has(name));
  return [...found, ...missing.map((name) => `the column ${name} is missing`)];
}

function notAHeader(names: readonly string[], { known, needed }: Columns): string {
  for (const [separator, title] of Object.entries({ ';': 'semicolons', '\t': 'tabs', '|': 'bars' })) {
    if (names.some((name) => name.split(separator).some((part) => known.includes(part)))) {
      return `the values are separated by ${title}. Save the file with commas between the values`;
    }
  }
  return `the first line must name the columns. Required: ${needed.join(', ')}. Allowed: ${known.join(', ')}`;
}

function unknown(name: string, columns: Columns): string {
  const meant = meantBy(name, columns);
  const hint = meant === undefined ? `Allowed: ${columns.known.join(', ')}` : `Did you mean ${meant}?`;
  return `unknown column ${JSON.stringify(name)}. ${hint}`;
}

function meantBy(name: string, { aliases, known }: Columns): string | undefined {
  return aliases?.get(name) ?? known.find((one) => plain(one) === plain(name));
}

/** Normalizes a name, so `Mch order no` and `mchOrderNo` become equal. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
