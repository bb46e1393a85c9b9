import { UsageError } from '../failures/exit-codes.ts';

/** The columns that a file may have. */
export interface Columns {
  readonly known: readonly string[];
  readonly needed: readonly string[];
  /** Known columns by other names that they go by. */
  readonly aliases?: ReadonlyMap<string, string>;
}

/**
 * The columns that the first line names.
 *
 * @throws {UsageError}
 */
export function headerOf(file: string, names: readonly string[], columns: Columns): readonly string[] {
  const refuse = (problem: string): never => {
    throw new UsageError(`${file}:1: ${problem}`);
  };
  // Without a known name this is no header but a row, and its values are not to be shown.
  if (!names.some((name) => columns.known.includes(name))) refuse(notAHeader(names, columns));
  for (const [index, name] of names.entries()) {
    if (name === '') refuse(`column ${index + 1} has no name; remove it`);
    if (!columns.known.includes(name)) refuse(unknown(name, columns));
    if (names.indexOf(name) !== index) refuse(`the column ${name} stands there twice`);
  }
  const missing = columns.needed.find((name) => !names.includes(name));
  if (missing !== undefined) refuse(`the column ${missing} is missing`);
  return names;
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
  const meant = columns.aliases?.get(name) ?? columns.known.find((known) => plain(known) === plain(name));
  const hint = meant === undefined ? `the columns are ${columns.known.join(', ')}` : `did you mean ${meant}?`;
  return `unknown column ${JSON.stringify(name)}; ${hint}`;
}

/** `Mch order no` is meant as `mchOrderNo`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
