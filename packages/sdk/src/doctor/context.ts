import type { FlatParams, FlatValue } from '../protocol/flat-parser.ts';
import type { KeyName } from '../protocol/routes.ts';
import type { Signable } from '../protocol/signature.ts';
import { readingsOf } from './digest-encodings.ts';
import { allowsAlternative, alternativeKeyPlacement } from './hypotheses/alternative.ts';
import { otherMerchantsKey, wrongKeyType } from './hypotheses/keys.ts';
import { alternativeHypotheses, normalHypotheses } from './hypotheses/registry.ts';
import type { Hypothesis, NamedKey } from './hypothesis.ts';
import { type Mask, mask, maskedFields, masking } from './masking.ts';
import { type Operation, rulesOf } from './operations.ts';
import { type Field, type Fields, type Redaction, rightRecipe } from './recipe.ts';
import type { Base, Cause } from './search.ts';

/** A merchant's keys; while one is being changed, several. An empty one counts as absent. */
export interface ExplainKeys {
  /** The API Key: signs pay-ins, their query and their callbacks. */
  readonly mchKey?: string | readonly string[] | undefined;
  /** The API Secret: signs all the others. */
  readonly mchSecret?: string | readonly string[] | undefined;
}

/** Another merchant, whose keys may have been taken by mistake. */
export interface OtherMerchant extends ExplainKeys {
  /** Named where the key turns out to be this merchant's. */
  readonly mchId?: string | undefined;
}

/** A parameter as the texts that are answered show it. */
export interface ShownParameter {
  /** Its name. */
  readonly name: string;
  /** Its value. */
  readonly text: string;
}

/** What is known about the signature. */
export interface ExplainOptions {
  /** The keys that may be tried; none of them is in what is answered. */
  readonly keys: ExplainKeys;
  /** What was signed; undefined where nobody knows, so that either key is right. */
  readonly operation?: Operation | undefined;
  /** The `Content-Type` header that the parameters came with: in a form, a `+` can have been lost. */
  readonly contentType?: string | null | undefined;
  /** The sign as received; by default the `sign` among the parameters. */
  readonly sign?: string | undefined;
  /** The Merchant ID, where the parameters do not tell it. */
  readonly mchId?: string | undefined;
  /** Others whose keys are tried too: a few, since each makes the search longer. */
  readonly otherMerchants?: readonly OtherMerchant[] | undefined;
  /**
   * The text that the client hashed, the key in it or not: compared character by character. A line break at the end of
   * it counts as the file's.
   */
  readonly baseString?: string | Uint8Array | undefined;
  /**
   * What of a parameter may be shown: it stands for the parameter in every text that is answered. A request log hides
   * personal data by it.
   */
  readonly shown?: ((parameter: ShownParameter) => ShownParameter) | undefined;
  /** So many texts are made and hashed at most. Default `explainLimits.maxHashes`. */
  readonly maxHashes?: number | undefined;
  /** Milliseconds of work at most. Default `explainLimits.timeLimit`. */
  readonly timeLimit?: number | undefined;
  /** When it is aborted the search ends, and what is known by then is answered: for one that goes in steps. */
  readonly signal?: AbortSignal | undefined;
}

/** The case that is being looked into. */
export interface Context {
  readonly fields: Fields;
  readonly received: string;
  readonly keys: readonly NamedKey[];
  readonly bases: readonly Base[];
  readonly hide: Mask;
  readonly redaction: Redaction;
}

/** Parameters with their `sign`: the texts as received, in order, or what `parseFlat` reads. */
export type SignedParameters = Signable | FlatParams;

/** What else a callback asks for. */
interface Asked extends ExplainOptions {
  /** Hypotheses that come before those about signing. */
  readonly more?: readonly Hypothesis[];
  /** Lower case is right too. */
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
  // Without the right key the others still tell something: what was signed with them was signed with the wrong one.
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
  if (other === undefined) return { named: wrongKeyType, about: `${name} for ${right.join(' or ')}` };
  return { named: otherMerchantsKey, about: other === '' ? name : `${name} of ${other}` };
}

/** Either case is right there (reading: Parameters). */
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
  const kind = typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string';
  return {
    name,
    text: String(value),
    kind: kind === 'number' ? 'number' : kind === 'boolean' ? 'boolean' : 'string',
  };
}
