import { baseString, type Client, digestOf, type Fields, inByteOrder, readyFields } from './client.ts';
import { mistakes } from './mistakes.ts';
import { aliasPairs } from './operations.ts';
import type { SignForm } from './sign-forms.ts';
import { type Facts, inOrderOf, type Mistake, type Named, ordersOf, type Way } from './ways.ts';

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
  readonly bare: boolean;
  /** The mistakes, or none if the sign is correct. */
  readonly causes: readonly Cause[];
}

export interface Outcome {
  readonly found: Found | undefined;
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
/** Maximum number of characters to hash for a known mistake, and for all of them. Only long values reach it. */
const maxWork = 12_000_000;
const maxFields = 1_000;
/** Maximum number of parameters for all selections of them: 16,384. */
const maxSelected = 14;
/** Maximum number of characters of the parameters for all selections and all orders. */
const maxLength = 1_000;
/** Maximum number of parameters for all orders of them: 5,040. */
const maxOrdered = 7;

interface Try {
  readonly mistake: Mistake;
  readonly way: Way;
  readonly client: Client;
  /** The parameters before they are joined. They are sorted unless the way sorts them differently. */
  readonly ready: Fields;
  readonly isEarly: boolean;
  /** Position among the effective ways of the mistake, from 0. */
  readonly rank: number;
}

/** Steps that change the parameters before they are sorted and joined. */
const early = ['pick', 'origin', 'empties', 'values', 'escape'] as const;

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
    const isLong = bases.some(({ facts }) => facts.fields.length > maxFields);
    for (const base of bases) this.#attempt(base, []);
    if (isLong) this.#complete = false;
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
    for (const base of own) if (base.form === 'normal') this.#selected(base);
    for (const base of own) if (base.form === 'normal') this.#ordered(base);
  }

  #alone(base: Base): readonly Try[] {
    const tries: Try[] = [];
    const plain = base.client.order(readyFields(base.client, base.facts.fields));
    const right = baseString(base.client, plain);
    for (const mistake of base.mistakes) {
      let rank = 0;
      for (const way of mistake.ways(base.facts)) {
        if (this.#isOver()) return tries;
        const client = { ...base.client, ...way };
        const isEarly = early.some((step) => way[step] !== undefined);
        const isPlain = !isEarly && way.order === undefined;
        const ready = isPlain ? plain : client.order(readyFields(client, base.facts.fields));
        const one = { mistake, way, client, ready, isEarly, rank };
        this.#singles += 1;
        const text = baseString(client, one.ready);
        if (text === right && way.digest === undefined && way.bytes === undefined) continue;
        this.#attempt(base, [one], one);
        if (way.alone || rank > maxRanks.right) continue;
        rank += 1;
        tries.push(one);
      }
    }
    return tries;
  }

  /** Combines two mistakes, frequent ways first. */
  #together(base: Base, tries: readonly Try[]): void {
    const most = base.known.length === 0 ? maxRanks.right : maxRanks.wrong;
    for (let rank = 0; rank <= most; rank++) {
      for (const [at, one] of tries.entries()) {
        for (let next = at + 1; next < tries.length; next++) {
          const other = tries[next];
          if (other === undefined || one.rank + other.rank !== rank) continue;
          if (this.#isOver()) return;
          if (one.mistake === other.mistake || sharesStep(one.way, other.way)) continue;
          this.#pairs += 1;
          this.#attempt(base, [one, other], combined(base, one, other));
        }
      }
    }
  }

  /** Tries every selection of the parameters, sorted and, with the correct key, in the order of the documentation. */
  #selected(base: Base): void {
    const { fields, known } = base.facts;
    const given = fields.filter(({ text }) => text !== '');
    const units = unitsOf(given.map(({ name }) => name));
    if (units.length > maxSelected || lengthOf(given) > maxLength) return;
    const unsorted = { named: mistakeOf('not-sorted'), about: 'signed in the order of the documentation' };
    this.#selectedIn(base, units, inByteOrder(given), []);
    if (base.known.length === 0) this.#selectedIn(base, units, inOrderOf(known)(given), [unsorted]);
  }

  #selectedIn(base: Base, units: readonly Unit[], sorted: Fields, causes: readonly Cause[]): void {
    const bitOf = (name: string) => 1 << units.findIndex((unit) => unit.includes(name));
    const pairs = sorted.map(({ name, text }) => ({ bit: bitOf(name), pair: `${name}=${text}&` }));
    for (let bits = (1 << units.length) - 2; bits > 0 && this.#found === undefined; bits--) {
      let text = '';
      for (const { bit, pair } of pairs) if ((bits & bit) !== 0) text += pair;
      const forms = this.#hash(base, `${text}key=${base.client.key.text}`);
      if (forms === undefined) continue;
      const left = units.filter((_, at) => ((bits >> at) & 1) === 0).flat();
      const names = base.facts.fields.map(({ name }) => name).filter((name) => left.includes(name));
      const way: Way = {
        pick: (some) => some.filter(({ name }) => !names.includes(name)),
        order: inOrderOf(sorted.map(({ name }) => name)),
      };
      const about = names.join(', ');
      this.#finds(base, way, [{ named: mistakeOf('field-left-out'), about }, ...causes, ...forms]);
    }
  }

  #ordered(base: Base): void {
    const given = base.facts.fields.filter(({ text }) => text !== '');
    if (given.length > maxOrdered || lengthOf(given) > maxLength) return;
    for (const fields of ordersOf(given)) {
      if (this.#found !== undefined) return;
      const text = fields.map(({ name, text: value }) => `${name}=${value}`).join('&');
      const forms = this.#hash(base, `${text}&key=${base.client.key.text}`);
      if (forms === undefined) continue;
      const names = fields.map(({ name }) => name);
      const about = `signed in the order ${names.join(', ')}`;
      this.#finds(base, { order: inOrderOf(names) }, [{ named: mistakeOf('not-sorted'), about }, ...forms]);
    }
  }

  #isOver(): boolean {
    if (this.#found !== undefined) return true;
    if (this.#work < maxWork) return false;
    this.#complete = false;
    return true;
  }

  #attempt(
    base: Base,
    tries: readonly Try[],
    { client, ready }: Pick<Try, 'client' | 'ready'> = rightTry(base),
  ): void {
    if (this.#found !== undefined) return;
    const digits =
      client.digest === base.client.digest ? 32 : (tries.find(({ way }) => way.digest)?.way.digits ?? 32);
    if (base.signForms.every((form) => form.digits !== digits)) return;
    const text = baseString(client, ready);
    this.#hashes += 1;
    this.#work += text.length;
    const hex = digestOf(client, ready, text);
    const form = base.signForms.find((some) => some.digits === digits && some.matches(hex));
    if (form === undefined) return;
    const causes = tries.map(({ mistake, way }) => ({ named: mistake, about: way.about }));
    const bare = tries.some(({ way }) => way.bare);
    this.#finds(base, client, [...causes, ...form.mistakes.map((named) => ({ named }))], bare);
  }

  /** @returns the mistakes in the form of the sign, or undefined if the sign is another one */
  #hash(base: Base, text: string): readonly Cause[] | undefined {
    this.#hashes += 1;
    const hex = base.client.digest(text, '', () => '');
    const form = base.signForms.find(({ digits, matches }) => digits === 32 && matches(hex));
    return form?.mistakes.map((named) => ({ named }));
  }

  #finds(base: Base, way: Partial<Client>, causes: readonly Cause[], bare = false): void {
    this.#found = { base, client: { ...base.client, ...way }, bare, causes: [...base.known, ...causes] };
  }
}

function rightTry({ client, facts }: Base): Pick<Try, 'client' | 'ready'> {
  return { client, ready: readyFields(client, facts.fields) };
}

/** Steps after which two mistakes cannot both have an effect. */
const late = ['order', 'join', 'key', 'place', 'whole', 'bytes', 'digest'] as const;

function sharesStep(one: Way, other: Way): boolean {
  return late.some((step) => one[step] !== undefined && other[step] !== undefined);
}

/** Prepares the parameters again only if both mistakes change them. */
function combined(base: Base, one: Try, other: Try): Pick<Try, 'client' | 'ready'> {
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

function mistakeOf(id: string): Named {
  return mistakes.find((mistake) => mistake.id === id) as Named;
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
