import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';

/** Values that references can contain: the initial values, and the results of steps by id. */
export type Known = Readonly<Record<string, unknown>>;

const reference = /\$\{([a-zA-Z0-9.]+)\}/g;
const wholeReference = /^\$\{([a-zA-Z0-9.]+)\}$/;
/** Matches a part of an amount: `${payin.amount * 4/5}`. */
const part = /^\$\{([a-zA-Z0-9.]+) \* (\d)\/([1-9])\}$/;

/** Replaces the references in values. A value that consists only of a reference keeps its type. Omits null. */
export function filled(values: Readonly<Record<string, unknown>>, known: Known): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => [name, fill(value, known)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

/** @throws {Error} for an unknown reference, which is a defect of the scenario */
export function fillText(text: string, known: Known): string {
  return text.replace(reference, (_, path: string) => String(lookUp(path, known)));
}

function fill(value: unknown, known: Known): unknown {
  if (typeof value !== 'string') return value;
  const [, path] = wholeReference.exec(value) ?? [];
  if (path !== undefined) return lookUp(path, known);
  const [, whole, times, by] = part.exec(value) ?? [];
  if (whole === undefined) return fillText(value, known);
  const paise = parseAmount(String(lookUp(whole, known)));
  return formatAmount((paise * BigInt(times ?? 1)) / BigInt(by ?? 1));
}

function lookUp(path: string, known: Known): unknown {
  const found = path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? Reflect.get(inner, name)
          : undefined,
      known,
    );
  if (found === undefined) throw new Error(`the scenario contains the unknown reference ${path}`);
  return found;
}
