import type { FlatValue } from '../protocol/flat-parser.ts';
import { type Mask, mask, masking } from '../protocol/masking.ts';
import { alternativeOf } from '../protocol/requests/v3.ts';
import type { KeyName } from '../protocol/routes.ts';
import { type Field, type Fields, type NamedKey, rightClient } from './client.ts';
import type { ExplainKeys, ExplainOptions, SignedParameters } from './explanation.ts';
import { alternativeMistake, mistakes, receiverMistakes } from './mistakes.ts';
import { rulesOf } from './operations.ts';
import { type Base, type Cause, mistakeOf } from './search.ts';
import { signFormsOf } from './sign-forms.ts';
import { alternativePlace, type Mistake } from './ways.ts';

export interface Context {
  readonly fields: Fields;
  readonly received: string;
  readonly keys: readonly NamedKey[];
  readonly bases: readonly Base[];
  readonly hide: Mask;
  readonly isCallback: boolean;
  readonly redact: (fields: Fields) => Fields;
}

interface Details {
  /** Mistakes that the search tries before those about signing. */
  readonly more?: readonly Mistake[];
  /** True if a lower-case sign is also correct. */
  readonly anyCase?: boolean;
  readonly isCallback?: boolean;
}

export function contextOf(all: Fields, options: ExplainOptions, details: Details): Context {
  const received = options.sign ?? all.find(({ name }) => name === 'sign')?.text ?? '';
  const fields = all.filter(({ name }) => name !== 'sign');
  const keys = keysOf(options);
  const hide = masking(keys.map(({ text }) => text));
  const { shown = (parameter) => parameter } = options;
  const redact = (some: Fields) =>
    some.map((field) => {
      const { name, text } = shown({ name: field.name, text: field.text });
      return { ...field, name: hide(name), text: hide(text) };
    });
  const isCallback = details.isCallback ?? options.operation?.endsWith('-callback') ?? false;
  const bases = basesOf({ fields, received, keys, isCallback }, options, details);
  return { fields, received, keys, bases, hide, isCallback, redact };
}

/** The correct keys first, then the merchant's other keys, then the keys of other merchants. */
function basesOf(
  { fields, received, keys, isCallback }: Pick<Context, 'fields' | 'received' | 'keys' | 'isCallback'>,
  options: ExplainOptions,
  { more = [], anyCase }: Details,
): readonly Base[] {
  const rules = rulesOf(options.operation);
  const isRight = ({ name, other }: NamedKey) => other === undefined && rules.keys.includes(name);
  const right = keys.filter(isRight);
  const others = keys.filter((key) => !isRight(key) && right.every(({ text }) => text !== key.text));
  const texts = new Map(fields.map(({ name, text }) => [name, text]));
  const facts = {
    fields,
    keys,
    known: rules.names,
    mchId: options.mchId ?? (texts.get('mchId') || texts.get('merchant_id') || undefined),
    isCallback,
    isForm: /form-urlencoded/i.test(options.contentType ?? ''),
    callbackUrl: options.callbackUrl ?? undefined,
  };
  const bases = [...right, ...others].map(
    (key): Base => ({
      facts: { ...facts, key },
      client: rightClient(key),
      form: 'normal',
      mistakes: [...more, ...(isCallback ? receiverMistakes : mistakes)],
      signForms: signFormsOf(received, anyCase ?? rules.anyCase),
      known: right.includes(key) ? [] : [wrongKey(key, rules.keys)],
    }),
  );
  if (alternativeOf(options.operation ?? 'payin', texts) === null) return bases;
  // Upper and lower case of the alternative form are both correct (reading: Parameters).
  const alternative = bases
    .filter(({ facts: { key }, known }) => key.name === 'mchKey' || known.length > 0)
    .map(
      (base): Base => ({
        ...base,
        client: { ...base.client, place: alternativePlace },
        form: 'alternative',
        mistakes: [alternativeMistake, ...mistakes],
        signForms: signFormsOf(received, true),
      }),
    );
  return [...bases, ...alternative];
}

/** A key of another kind or merchant. */
function wrongKey({ name, other }: NamedKey, right: readonly string[]): Cause {
  if (other === undefined)
    return { named: mistakeOf('wrong-key-type'), about: `${name} for ${right.join(' or ')}` };
  return { named: mistakeOf('other-merchants-key'), about: other === '' ? name : `${name} of ${other}` };
}

function keysOf({ keys, otherMerchants = [] }: ExplainOptions): readonly NamedKey[] {
  const others = otherMerchants.flatMap((merchant) =>
    namedKeys(merchant).map((key) => ({ ...key, other: merchant.mchId ?? '' })),
  );
  return [...namedKeys(keys), ...others];
}

function namedKeys(keys: ExplainKeys): readonly NamedKey[] {
  return (['mchKey', 'mchSecret'] satisfies KeyName[]).flatMap((name) =>
    [keys[name] ?? []]
      .flat()
      .filter((text) => text !== '')
      .map((text) => ({ name, text, shown: mask })),
  );
}

export function fieldsOf(parameters: SignedParameters): Fields {
  const entries: Iterable<readonly [string, unknown]> =
    parameters instanceof Map ? parameters : Object.entries(parameters);
  return [...entries].map(([name, value]): Field => {
    if (value === null || value === undefined) return { name, text: '', kind: 'null' };
    if (typeof value === 'object' && 'text' in value && 'kind' in value) {
      const { text, kind } = value as FlatValue;
      return { name, text, kind };
    }
    const type = typeof value;
    return { name, text: String(value), kind: type === 'number' || type === 'boolean' ? type : 'string' };
  });
}
