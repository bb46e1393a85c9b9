import type { FlatParams, FlatValue } from '../protocol/flat-parser.ts';
import type { KeyName } from '../protocol/routes.ts';
import type { Signable } from '../protocol/signature.ts';
import { readingsOf } from './digest-encodings.ts';
import { allowsAlternative, alternativeKeyPlacement } from './hypotheses/alternative.ts';
import { keyMistakes } from './hypotheses/keys.ts';
import { alternativeHypotheses, normalHypotheses } from './hypotheses/registry.ts';
import type { Hypothesis, NamedKey } from './hypothesis.ts';
import { type Mask, mask, maskedFields, masking } from './masking.ts';
import { type Operation, rulesOf } from './operations.ts';
import { type Field, type Fields, type Redaction, rightRecipe } from './recipe.ts';
import type { Base, Cause } from './search.ts';

/** A merchant's keys, with several keys of one kind during a key change. An empty key counts as absent. */
export interface ExplainKeys {
  /** The API Key. It signs pay-ins, their queries and their callbacks. */
  readonly mchKey?: string | readonly string[] | undefined;
  /** The API Secret. It signs all other operations. */
  readonly mchSecret?: string | readonly string[] | undefined;
}

/** Another merchant, whose keys the client may have used by mistake. */
export interface OtherMerchant extends ExplainKeys {
  /** Merchant ID. The result contains this ID if the key belongs to this merchant. */
  readonly mchId?: string | undefined;
}

/** A parameter as results show it. */
export interface ShownParameter {
  /** Name of the parameter. */
  readonly name: string;
  /** Value of the parameter. */
  readonly text: string;
}

/** Options of `explainSignature`. */
export interface ExplainOptions {
  /** The keys to try. Results never contain them. */
  readonly keys: ExplainKeys;
  /** The signed operation. If it is omitted, the search accepts either key. */
  readonly operation?: Operation | undefined;
  /** The `Content-Type` header of the parameters. In a form, a `+` can become a space. */
  readonly contentType?: string | null | undefined;
  /** The received sign. The default is the parameter `sign`. */
  readonly sign?: string | undefined;
  /** The Merchant ID. Required only if the parameters contain no Merchant ID. */
  readonly mchId?: string | undefined;
  /** Other merchants whose keys the search tries too. Each merchant makes the search longer. */
  readonly otherMerchants?: readonly OtherMerchant[] | undefined;
  /**
   * The string that the client hashed, with or without the key. The doctor compares this string with the correct one,
   * character by character. A line break at its end may belong to the file, so the doctor tries the string with and
   * without it.
   */
  readonly baseString?: string | Uint8Array | undefined;
  /**
   * Function that replaces a parameter in every string of the result. Example: a function that hides personal data in a
   * request log.
   */
  readonly shown?: ((parameter: ShownParameter) => ShownParameter) | undefined;
  /** Maximum number of strings to hash. Default `explainLimits.maxHashes`. */
  readonly maxHashes?: number | undefined;
  /** Maximum duration of the work in milliseconds. Default `explainLimits.timeLimit`. */
  readonly timeLimit?: number | undefined;
  /** Ends a stepwise search when aborted. The result then contains all findings so far. */
  readonly signal?: AbortSignal | undefined;
}

/** The case under diagnosis. */
export interface Context {
  readonly fields: Fields;
  readonly received: string;
  readonly keys: readonly NamedKey[];
  readonly bases: readonly Base[];
  readonly hide: Mask;
  readonly redaction: Redaction;
}

/** Parameters with their `sign`, as strings in the order received, or the result of `parseFlat`. */
export type SignedParameters = Signable | FlatParams;

/** Options of a diagnosis, with the additional options of a callback. */
interface Asked extends ExplainOptions {
  /** Hypotheses that the search tries before those about signing. */
  readonly more?: readonly Hypothesis[];
  /** True if a lower-case sign is also correct. */
  readonly anyCase?: boolean;
}

export function contextOf(parameters: SignedParameters, options: Asked): Context {
  const all = fieldsOf(parameters);
  const received = options.sign ?? all.find(({ name }) => name === 'sign')?.text ?? '';
  const fields = all.filter(({ name }) => name !== 'sign');
  const keys = keysOf(options);
  const hide = masking(keys.map(({ text }) => text));
  return {
    fields,
    received,
    keys,
    bases: basesOf({ fields, received, keys }, options),
    hide,
    redaction: { fields: (some) => maskedFields(shownFields(some, options), hide) },
  };
}

function shownFields(fields: Fields, { shown }: ExplainOptions): Fields {
  if (shown === undefined) return fields;
  return fields.map((field) => {
    const { name, text } = shown({ name: field.name, text: field.text });
    return { ...field, name, text };
  });
}

type Given = Pick<Context, 'fields' | 'received' | 'keys'>;

function basesOf(given: Given, options: Asked): readonly Base[] {
  const { fields, received, keys } = given;
  const rules = rulesOf(options.operation);
  const isForm = /form-urlencoded/i.test(options.contentType ?? '');
  const own = keys.filter(({ other }) => other === undefined);
  const right = own.filter(({ name }) => rules.keys.includes(name));
  // Without the correct key, try every given key. A match proves that the client signed with a wrong key.
  const tried = [right, own, keys].find((some) => some.length > 0) ?? [];
  const bases = tried.map((key): Base => {
    const facts = {
      fields,
      keys,
      key,
      known: rules.names,
      mchId: mchIdOf(fields, options),
      form: 'normal',
      isForm,
    } as const;
    return {
      facts,
      recipe: rightRecipe(key),
      hypotheses: [...(options.more ?? []), ...normalHypotheses],
      readings: readingsOf(received, options.anyCase ?? rules.anyCase),
      known: right.length > 0 ? [] : [wrongKey(key, rules.keys)],
    };
  });
  const isPayin = options.operation === undefined || options.operation === 'payin';
  if (!isPayin || !allowsAlternative(fields)) return bases;
  return [
    ...bases,
    ...bases.filter(({ facts }) => facts.key.name === 'mchKey').map((base) => alternativeOf(base, received)),
  ];
}

function wrongKey({ name, other }: NamedKey, right: readonly KeyName[]): Cause {
  if (other === undefined)
    return { named: keyMistakes['wrong-key-type'], about: `${name} for ${right.join(' or ')}` };
  return { named: keyMistakes['other-merchants-key'], about: other === '' ? name : `${name} of ${other}` };
}

/** The alternative form of the signature. Upper and lower case are both correct (reading: Parameters). */
function alternativeOf(base: Base, received: string): Base {
  return {
    ...base,
    facts: { ...base.facts, form: 'alternative' },
    recipe: { ...base.recipe, keyPlacement: alternativeKeyPlacement },
    hypotheses: alternativeHypotheses,
    readings: readingsOf(received, true),
  };
}

function mchIdOf(fields: Fields, { mchId }: ExplainOptions): string | undefined {
  const named = fields.find(({ name, text }) => (name === 'mchId' || name === 'merchant_id') && text !== '');
  return mchId ?? named?.text;
}

function keysOf({ keys, otherMerchants = [] }: ExplainOptions): readonly NamedKey[] {
  const others = otherMerchants.flatMap((merchant) =>
    named(merchant).map((key) => ({ ...key, other: merchant.mchId ?? '' })),
  );
  return [...named(keys), ...others];
}

function named(keys: ExplainKeys): readonly NamedKey[] {
  return (['mchKey', 'mchSecret'] satisfies KeyName[]).flatMap((name) => {
    const given = keys[name] ?? [];
    const list = typeof given === 'string' ? [given] : given;
    return list.filter((text) => text !== '').map((text) => ({ name, text, shown: mask }));
  });
}

function fieldsOf(parameters: SignedParameters): Fields {
  const entries: Iterable<readonly [string, unknown]> =
    parameters instanceof Map ? parameters : Object.entries(parameters);
  return [...entries].map(([name, value]) => fieldOf(name, value));
}

function fieldOf(name: string, value: unknown): Field {
  if (value === null || value === undefined) return { name, text: '', kind: 'null' };
  if (typeof value === 'object' && 'text' in value && 'kind' in value) {
    const { text, kind } = value as FlatValue;
    return { name, text, kind };
  }
  const type = typeof value;
  return { name, text: String(value), kind: type === 'number' || type === 'boolean' ? type : 'string' };
}
