/** Words of the schema library, which must reach no user. */
export const foreignWords =
  /Invalid (?:input|option|string|number|key|element|discriminator)|Too (?:small|big)|Unrecognized|expected \w+, received|[<>]=/;

/** Values of a wrong type; undefined leaves the key out. */
const wrongValues: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e15,
  Number.NaN,
  '',
  'x',
  '\0',
  'x'.repeat(5_000),
  [],
  [1, [2]],
  Array.from({ length: 2_000 }, () => 'x'),
  {},
  { nope: 1 },
];

/** An input with one wrong value in the place of each that it holds, with none there, and with a key more in each object. */
export function wrongInputs(input: unknown): readonly unknown[] {
  const changed = wrongValues.filter((value) => value !== undefined);
  if (typeof input !== 'object' || input === null) return changed;
  const isList = Array.isArray(input);
  const within = Object.entries(input).flatMap(([key, value]) =>
    [undefined, ...wrongInputs(value)].map((wrong) =>
      isList ? input.with(Number(key), wrong) : withKey(input, key, wrong),
    ),
  );
  return [...changed, ...within, ...(isList ? [] : [{ ...input, nope: 1 }])];
}

function withKey(input: object, key: string, value: unknown): object {
  const { [key]: _old, ...others } = input as Readonly<Record<string, unknown>>;
  return value === undefined ? others : { ...others, [key]: value };
}

/** A configuration that names every key. */
export const wholeConfig = {
  merchants: [
    {
      mchId: 'M1',
      mchKey: 'k1',
      mchSecret: 's1',
      callbackUrl: 'http://127.0.0.1:3000/callbacks',
      callbackFormat: 'form',
      ipAllowList: ['127.0.0.1', '::1', '10.0.0.0/8', '2001:db8::/32'],
      inrEnabled: true,
      usdtEnabled: false,
      suspended: false,
      balance: '100000.00',
      limits: { payinMin: '200.00', payoutDaily: '200000.00' },
    },
  ],
  settings: {
    usdtRate: '90.0000',
    orderValidityMinutes: 30,
    latePayments: 'refuse',
    failedPayinCallback: false,
    rateLimitPerMinute: 120,
    signatureLock: { failures: 10, windowSeconds: 600, lockSeconds: 900 },
    maintenance: false,
    providerAvailable: true,
  },
};
