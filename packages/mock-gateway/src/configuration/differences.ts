import type { ConfigurationIssue } from './configuration-error.ts';
import type { GatewayConfig } from './options.ts';

/** Differences between two configurations as written. Compares fields by key and merchants by id. */
export function differencesFrom(other: GatewayConfig, config: GatewayConfig): readonly ConfigurationIssue[] {
  return [
    ...merchantDifferences(other.merchants ?? [], config.merchants ?? []),
    ...settingsDifferences(other, config),
  ];
}

type Merchants = NonNullable<GatewayConfig['merchants']>;

function merchantDifferences(others: Merchants, merchants: Merchants): readonly ConfigurationIssue[] {
  const otherOf = new Map(others.map((merchant) => [merchant.mchId, merchant]));
  const own = merchants.flatMap((merchant, index) => {
    const other = otherOf.get(merchant.mchId);
    if (other === undefined)
      return [
        { key: `merchants.${index}`, expected: `${merchant.mchId} is not in the running configuration` },
      ];
    const expected = `differs from the running configuration of ${merchant.mchId}`;
    return keysThatDiffer(other, merchant).map((key) => ({ key: `merchants.${index}.${key}`, expected }));
  });
  const ownIds = new Set(merchants.map(({ mchId }) => mchId));
  const missing = others.filter(({ mchId }) => !ownIds.has(mchId));
  return [
    ...own,
    ...missing.map(({ mchId }) => ({
      key: 'merchants',
      expected: `${mchId} is missing, but the running configuration contains it`,
    })),
  ];
}

function settingsDifferences(other: GatewayConfig, config: GatewayConfig): readonly ConfigurationIssue[] {
  const keys = keysThatDiffer(other.settings ?? {}, config.settings ?? {});
  return keys.map((key) => ({ key: `settings.${key}`, expected: 'differs from the running configuration' }));
}

/** Lists the differing fields of a group such as the limits or the signature lock. */
function keysThatDiffer(other: object, one: object): readonly string[] {
  const names = new Set([...Object.keys(other), ...Object.keys(one)]);
  return [...names].flatMap((name) => {
    const [before, now] = [fieldOf(other, name), fieldOf(one, name)];
    if (JSON.stringify(before) === JSON.stringify(now)) return [];
    if (!isGroup(before) || !isGroup(now)) return [name];
    return keysThatDiffer(before, now).map((key) => `${name}.${key}`);
  });
}

/** Returns a field by its name, or undefined if the field is absent. */
export function fieldOf(fields: object, name: string): unknown {
  return new Map<string, unknown>(Object.entries(fields)).get(name);
}

/** Returns whether a value is an object. */
export function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
