import type { FileFault } from '../output/usage-error.ts';

/** The columns that a file may have. */
export interface Columns {
  readonly known: readonly string[];
  readonly needed: readonly string[];
  /** Known columns by other names that they go by. */
  readonly aliases?: ReadonlyMap<string, string>;
}

/** Everything that is wrong with the columns that the first line names. */
export function headerFaults(names: readonly string[], columns: Columns): readonly FileFault[] {
  // Without a known name this is no header but a row, and its values are not to be shown.
  const isHeader = names.some((name) => columns.known.includes(name));
  const reasons = isHeader ? columnFaults(names, columns) : [notAHeader(names, columns)];
  return reasons.map((reason) => ({ line: 1, reason }));
}

function columnFaults(names: readonly string[], columns: Columns): readonly string[] {
  const found = names.flatMap((name, index) => {
    if (name === '') return [`column ${index + 1} has no name; remove it`];
    if (!columns.known.includes(name)) return [unknown(name, columns)];
    return names.indexOf(name) === index ? [] : [`the column ${name} stands there twice`];
  });
  // One that is written otherwise is not missing too.
  const meant = new Set(names.map((name) => meantBy(name, columns) ?? name));
  const missing = columns.needed.filter((name) => !meant.has(name));
  return [...found, ...missing.map((name) => `the column ${name} is missing`)];
}

function notAHeader(names: readonly string[], { known, needed }: Columns): string {
  for (const [separator, title] of Object.entries({ ';': 'semicolons', '\t': 'tabs', '|': 'bars' })) {
    if (names.some((name) => name.split(separator).some((part) => known.includes(part)))) {
      return `its values are separated by ${title}; save it with commas`;
    }
  }
  return `the first line has to name the columns, at least ${needed.join(' and ')}; they are ${known.join(', ')}`;
}

function unknown(name: string, columns: Columns): string {
  const meant = meantBy(name, columns);
  const hint = meant === undefined ? `the columns are ${columns.known.join(', ')}` : `did you mean ${meant}?`;
  return `unknown column ${JSON.stringify(name)}; ${hint}`;
}

function meantBy(name: string, { aliases, known }: Columns): string | undefined {
  return aliases?.get(name) ?? known.find((one) => plain(one) === plain(name));
}

/** `Mch order no` is meant as `mchOrderNo`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
