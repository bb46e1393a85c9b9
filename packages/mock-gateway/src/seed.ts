import { parseAmount } from '@inrgate/sdk/protocol';
import { openingBalance } from './control/merchants.ts';
import type { Settings } from './domain/settings.ts';
import { changeSettings } from './operations/change-settings.ts';
import { addMerchant, changeMerchant } from './operations/merchants.ts';
import type { Ports } from './operations/ports.ts';
import {
  configSchema,
  contradictoryLimits,
  defaultSettings,
  demoMerchant,
  type GatewayConfig,
  mergeMerchant,
  mergeSettings,
  newMerchant,
  type ParsedConfig,
} from './options.ts';

type ConfiguredMerchant = NonNullable<ParsedConfig['merchants']>[number];

/** A configuration that cannot be used. The message names the key and what was expected, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'invalid_config';
  /** The key at fault: `merchants.0.mchId`; empty for the whole. */
  readonly key: string;

  constructor(key: string, expected: string) {
    super(key === '' ? expected : `${key}: ${expected}`);
    this.key = key;
  }
}

/** @throws {ConfigError} at the first key that is wrong */
export function parseConfig(config: GatewayConfig): ParsedConfig {
  const parsed = configSchema.safeParse(config);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(issue?.path.join('.') ?? '', issue?.message ?? 'is not a configuration');
  }
  for (const [index, merchant] of (parsed.data.merchants ?? []).entries()) {
    if (contradictoryLimits(newMerchant(merchant, merchant))) {
      throw new ConfigError(`merchants.${index}.limits`, 'a minimum is above its maximum');
    }
  }
  return parsed.data;
}

/**
 * Brings the store to the configuration. A new store takes all of it. A store from an earlier run keeps what it has,
 * and takes what was changed in the configuration since: so a merchant edited at run time survives a restart, and so
 * does an edit of the file. An opening balance never touches a stored wallet (contract: Control API).
 *
 * @returns the settings in force
 */
export async function seed(ports: Ports, config: GatewayConfig): Promise<Settings> {
  const parsed = parseConfig(config);
  const before = JSON.parse((await ports.store.config()) ?? '{}') as GatewayConfig;
  for (const merchant of parsed.merchants ?? [demo()])
    await seedMerchant(ports, merchant, { before, config });
  const changed = pickChanged(before.settings ?? {}, config.settings ?? {}, parsed.settings ?? {});
  const settings = mergeSettings((await ports.store.settings()) ?? defaultSettings, changed);
  await changeSettings(ports, settings);
  await ports.store.commit([{ write: 'put_config', config: JSON.stringify(config) }]);
  return settings;
}

function demo(): ConfiguredMerchant {
  return {
    ...demoMerchant,
    ipAllowList: [...demoMerchant.ipAllowList],
    balance: parseAmount(demoMerchant.balance),
  };
}

interface Written {
  readonly before: GatewayConfig;
  readonly config: GatewayConfig;
}

async function seedMerchant(
  ports: Ports,
  wanted: ConfiguredMerchant,
  { before, config }: Written,
): Promise<void> {
  const stored = await ports.store.merchants.get(wanted.mchId);
  const isWanted = ({ mchId }: { readonly mchId: string }) => mchId === wanted.mchId;
  const patch = pickChanged(
    before.merchants?.find(isWanted) ?? {},
    config.merchants?.find(isWanted) ?? {},
    wanted,
  );
  const result =
    stored === null
      ? await addMerchant(ports, newMerchant(wanted, wanted), openingBalance(wanted))
      : await changeMerchant(ports, mergeMerchant(stored, patch));
  if (!result.ok)
    throw new ConfigError('merchants', `the mchKey of ${wanted.mchId} belongs to another stored merchant`);
}

/** Of the parsed fields those that are written otherwise than at the last start. */
function pickChanged<T extends object>(before: object, now: object, parsed: T): Partial<T> {
  const known = new Map(Object.entries(before));
  const changed = Object.entries(now)
    .filter(([name, value]) => JSON.stringify(known.get(name)) !== JSON.stringify(value))
    .map(([name]) => name);
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => changed.includes(name))) as Partial<T>;
}
