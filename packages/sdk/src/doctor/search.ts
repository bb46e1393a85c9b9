import {
  baseString,
  type Client,
  digestOf,
  early,
  type Fields,
  inByteOrder,
  late,
  readyFields,
  unchanged,
} from './client.ts';
import { mistakes } from './mistakes.ts';
import { aliasPairs } from './operations.ts';
import type { SignForm } from './sign-forms.ts';
import { type Facts, inOrderOf, type Mistake, type Named, onlyValues, ordersOf, type Way } from './ways.ts';

export interface Cause {
  readonly named: Named;
  readonly about?: string | undefined;
}

/** A correct way to sign with one key, and the mistakes to try. */
export interface Base {
  readonly facts: Facts;
  readonly client: Client;
  readonly form: 'normal' | 'alternative';
  readonly mistakes: readonly Mistake[];
  readonly signForms: readonly SignForm[];
  /** Mistakes that are certain without a search, for example the wrong key. */
  readonly known: readonly Cause[];
}

/** The client that produces the received sign, and its mistakes. */
export interface Found {
  readonly base: Base;
  readonly client: Client;
  /** The mistakes, or none if the sign is correct. */
  readonly causes: readonly Cause[];
}

export interface Outcome {
  readonly found?: Found | undefined;
  readonly singles: number;
  readonly pairs: number;
  readonly hashes: number;
  /** False if the parameters are too long to try everything. */
  readonly complete: boolean;
}

/** Maximum sum of the ranks of two combined ways, with the correct key and with another key. */
const maxRanks = { right: 3, wrong: 1 };
/** Maximum number of keys of other merchants that the search tries with a mistake. */
const maxOthers = 4;
/** Maximum number of characters to hash. Only long values reach it. */
const maxWork = 12_000_000;
const maxFields = 1_000;
/** Maximum number of parameters for all selections of them: 16,384. */
const maxSelected = 14;
/** Maximum number of parameters for all orders of them: 5,040. */
const maxOrdered = 7;
/** Maximum number of characters of the parameters for all selections and all orders. */
const maxLength = 1_000;

/** A client with a mistake, and its parameters before they are sorted and joined. */
interface Try {
  readonly mistake: Mistake;
  readonly way: Way;
  readonly client: Client;
  readonly ready: Fields;
  readonly isEarly: boolean;
  /** Position among the ways of the mistake that have an effect, after the frequent ones, from 0. */
  readonly rank: number;
}

/**
 * Searches for the client that produces the received sign: the correct client, each mistake, then pairs of mistakes,
 * with each key. If nothing fits, tries every selection and every order of the parameters.
 */
export class Search {
  #found: Found | undefined;
  #singles = 0;
  #pairs = 0;
  #hashes = 0;
  #work = 0;
  #complete = true;

  run(bases: readonly Base[]): Outcome {
    for (const base of bases) {
      this.#attempt(base, base.client, readyFields(base.client, base.facts.fields), () => []);
    }
    if (bases.some(({ facts }) => facts.fields.length > maxFields)) this.#complete = false;
    else this.#mistaken(bases);
    return {
      found: this.#found,
      singles: this.#singles,
      pairs: this.#pairs,
      hashes: this.#hashes,
      complete: this.#complete || this.#found !== undefined,
    };
  }

  #mistaken(bases: readonly Base[]): void {
    const own = bases.filter(({ facts }) => facts.key.other === undefined);
    // The keys of other merchants can be many.
    const others = bases.filter((base) => !own.includes(base)).slice(0, maxOthers);
    const tries = new Map([...own, ...others].map((base) => [base, this.#alone(base)]));
    for (const base of own) this.#together(base, tries.get(base) ?? []);
    const normal = own.filter(({ form }) => form === 'normal');
    for (const base of normal) this.#selected(base);
    for (const base of normal) this.#ordered(base);
  }

  /** Tries each way of each mistake. @returns the ways to combine */
  #alone(base: Base): readonly Try[] {
    const tries: Try[] = [];
    const plain = inByteOrder(readyFields(base.client, base.facts.fields));
    const right = baseString(base.client, plain);
    for (const mistake of base.mistakes) {
      const frequent = base.known.length === 0 ? (mistake.frequent ?? 1) : 1;
      const texts = new Set([right]);
      let effective = 0;
      for (const way of mistake.ways(base.facts)) {
        if (this.#isOver()) return tries;
        const client = { ...base.client, ...way };
        if (way.digest !== undefined && formsFor(base, client).length === 0) continue;
        this.#singles += 1;
        const isEarly = early.some((step) => way[step] !== undefined);
        const isPlain = !isEarly && way.order === undefined;
        const ready = isPlain ? plain : client.order(readyFields(client, base.facts.fields));
        if (way.digest === undefined) {
          const payload = client.bytes(baseString(client, ready));
          const text = typeof payload === 'string' ? payload : Buffer.from(payload).toString('hex');
          if (texts.has(text)) continue;
          texts.add(text);
        }
        this.#attempt(base, client, ready, () => [causeOf(mistake, way)]);
        if (way.alone) continue;
        const rank = Math.max(0, effective - frequent + 1);
        tries.push({ mistake, way, client, ready, isEarly, rank });
        effective += 1;
      }
    }
    return tries;
  }

  /** Combines two mistakes, and of each mostly the frequent ways. */
  #together(base: Base, all: readonly Try[]): void {
    const most = base.known.length === 0 ? maxRanks.right : maxRanks.wrong;
    const tries = all.filter(({ rank }) => rank <= most);
    for (const [at, one] of tries.entries()) {
      for (const other of tries.slice(at + 1)) {
        if (one.rank + other.rank > most || one.mistake === other.mistake) continue;
        if (this.#isOver()) return;
        if (sharesStep(one.way, other.way)) continue;
        this.#pairs += 1;
        const { client, ready } = both(base, one, other);
        this.#attempt(base, client, ready, () =>
          [one, other].map(({ mistake, way }) => causeOf(mistake, way)),
        );
      }
    }
  }

  /** Tries every selection of the parameters, sorted and, with the correct key, in the order of the documentation. */
  #selected(base: Base): void {
    const given = base.facts.fields.filter(({ text }) => text !== '');
    if (unitsOf(given.map(({ name }) => name)).length > maxSelected || lengthOf(given) > maxLength) return;
    this.#selectedFrom(base, inByteOrder(given), [], {});
    if (base.known.length > 0) return;
    const unsorted = { named: mistakeOf('not-sorted'), about: 'signed in the order of the documentation' };
    for (const way of [{}, onlyValues])
      this.#selectedFrom(base, inOrderOf(base.facts.known)(given), [unsorted], way);
  }

  #selectedFrom(base: Base, fields: Fields, causes: readonly Cause[], way: Way): void {
    const units = unitsOf(fields.map(({ name }) => name));
    const bits = fields.map(({ name }) => 1 << units.findIndex((unit) => unit.includes(name)));
    for (let selection = (1 << units.length) - 2; selection > 0 && this.#found === undefined; selection--) {
      const ready = fields.filter((_, at) => selection & (bits[at] ?? 0));
      this.#listed(base, way, ready, () => {
        const left = base.facts.fields.filter((field) => fields.includes(field) && !ready.includes(field));
        const added = base.mistakes.find(({ id }) => id === 'field-added');
        return [{ named: added ?? mistakeOf('field-left-out'), about: namesIn(left) }, ...causes];
      });
    }
  }

  #ordered(base: Base): void {
    const given = base.facts.fields.filter(({ text }) => text !== '');
    if (given.length > maxOrdered || lengthOf(given) > maxLength) return;
    for (const fields of ordersOf(given)) {
      if (this.#found !== undefined) return;
      for (const way of base.known.length > 0 ? [{}] : [{}, onlyValues])
        this.#listed(base, way, fields, () => [
          { named: mistakeOf('not-sorted'), about: `signed in the order ${namesIn(fields)}` },
        ]);
    }
  }

  /** Tries exactly these parameters in this order. */
  #listed(base: Base, way: Way, ready: Fields, causes: () => readonly Cause[]): void {
    const names = ready.map(({ name }) => name);
    const pick = (fields: Fields) => inOrderOf(names)(fields.filter(({ name }) => names.includes(name)));
    this.#attempt(base, { ...base.client, ...way, pick, order: unchanged }, ready, () => [
      ...causes(),
      ...(way.about === undefined ? [] : [causeOf(mistakeOf('joined-otherwise'), way)]),
    ]);
  }

  #isOver(): boolean {
    if (this.#found !== undefined) return true;
    if (this.#work < maxWork) return false;
    this.#complete = false;
    return true;
  }

  #attempt(base: Base, client: Client, ready: Fields, causes: () => readonly Cause[]): void {
    const forms = formsFor(base, client);
    if (this.#found !== undefined || forms.length === 0) return;
    const text = baseString(client, ready);
    this.#hashes += 1;
    this.#work += text.length;
    const hex = digestOf(client, ready, text);
    const form = forms.find(({ matches }) => matches(hex));
    if (form === undefined) return;
    const written = form.mistakes.map((named) => ({ named }));
    this.#found = { base, client, causes: [...base.known, ...causes(), ...written] };
  }
}

function formsFor({ signForms }: Base, { digest }: Client): readonly SignForm[] {
  return signForms.filter(({ digits }) => digits === digest.digits);
}

function causeOf(named: Named, { about }: Way): Cause {
  return { named, about };
}

function sharesStep(one: Way, other: Way): boolean {
  return late.some((step) => one[step] !== undefined && other[step] !== undefined);
}

/** A client with both mistakes. Prepares the parameters again only if both mistakes change them. */
function both(base: Base, one: Try, other: Try): Pick<Try, 'client' | 'ready'> {
  const client = { ...one.client, ...other.way };
  const isOrdered = one.way.order !== undefined || other.way.order !== undefined;
  if (!isOrdered && !(one.isEarly && other.isEarly))
    return { client, ready: other.isEarly ? other.ready : one.ready };
  for (const step of early) {
    const [first, second] = [one.way[step], other.way[step]];
    if (first !== undefined && second !== undefined) client[step] = (fields) => second(first(fields));
  }
  return { client, ready: readyFields(client, base.facts.fields) };
}

export function mistakeOf(id: string): Mistake {
  return mistakes.find((mistake) => mistake.id === id) as Mistake;
}

function namesIn(fields: Fields): string {
  return fields.map(({ name }) => name).join(', ');
}

function lengthOf(fields: Fields): number {
  return fields.reduce((sum, { name, text }) => sum + name.length + text.length, 0);
}

type Unit = readonly string[];

/** The parameters to select from, one by one. If there are too many, the aliases of a callback go together. */
function unitsOf(names: readonly string[]): readonly Unit[] {
  if (names.length <= maxSelected) return names.map((name) => [name]);
  const isAlias = (name: string) =>
    aliasPairs.some(([main, alias]) => alias === name && names.includes(main));
  return [names.filter(isAlias), ...names.filter((name) => !isAlias(name)).map((name) => [name])];
}
