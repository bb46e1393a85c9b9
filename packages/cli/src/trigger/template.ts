import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';

/** What is known while a scenario plays: results by the ids of their steps, and what it began with. */
export type Known = Readonly<Record<string, unknown>>;

const reference = /\$\{([a-zA-Z0-9.]+)\}/g;
const wholeReference = /^\$\{([a-zA-Z0-9.]+)\}$/;
/** `${payin.amount * 4/5}`: a part of an amount. */
const part = /^\$\{([a-zA-Z0-9.]+) \* (\d)\/([1-9])\}$/;

/** A text with what is known put in. A value that is a reference alone is what it names; null then is left out. */
export function filled(values: Readonly<Record<string, unknown>>, known: Known): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => [name, fill(value, known)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

/** @throws {Error} for a reference to what is not known: the scenario's own mistake */
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
  if (found === undefined) throw new Error(`the scenario knows no ${path}`);
  return found;
}
