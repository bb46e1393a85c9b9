import { parseAmount } from '@inrgate/sdk/protocol';
import { openingBalance } from './control/merchants.ts';
import type { Merchant } from './domain/merchant.ts';
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
  const edit = {
    before: before.settings ?? {},
    now: config.settings ?? {},
    parsed: parsed.settings ?? {},
    defaults: defaultSettings,
  };
  const settings = await changeSettings(ports, (stored) => mergeSettings(stored, editedFields(edit)));
  await ports.store.commit([{ write: 'put_config', config: JSON.stringify(config) }]);
  return settings;
}

/** The merchant that `MockGateway.merchant` stands for: the first of the configuration. */
export function firstMchId({ merchants }: GatewayConfig): string {
  return merchants?.[0]?.mchId ?? demoMerchant.mchId;
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

async function seedMerchant(ports: Ports, wanted: ConfiguredMerchant, written: Written): Promise<void> {
  const stored = await ports.store.merchants.get(wanted.mchId);
  const result =
    stored === null
      ? await addMerchant(ports, newMerchant(wanted, wanted), openingBalance(wanted))
      : await changeMerchant(ports, wanted.mchId, (merchant) => edited(merchant, wanted, written));
  if (!result.ok)
    throw new ConfigError('merchants', `the mchKey of ${wanted.mchId} belongs to another stored merchant`);
}

function edited(stored: Merchant, wanted: ConfiguredMerchant, { before, config }: Written): Merchant {
  const fieldsIn = ({ merchants }: GatewayConfig) =>
    merchants?.find(({ mchId }) => mchId === wanted.mchId) ?? {};
  const { mchId, mchKey, mchSecret } = wanted;
  const edit = {
    before: fieldsIn(before),
    now: fieldsIn(config),
    parsed: wanted,
    defaults: newMerchant({ mchId, mchKey, mchSecret }, {}),
  };
  const merchant = mergeMerchant(stored, editedFields(edit));
  if (!contradictoryLimits(merchant)) return merchant;
  throw new ConfigError(
    'merchants',
    `the limits of ${mchId}, with what is stored, have a minimum above its maximum`,
  );
}

/** A part of the configuration: as it was written at the last start and is now, what it says, and its defaults. */
interface Edit<T extends object> {
  readonly before: object;
  readonly now: object;
  readonly parsed: T;
  readonly defaults: object;
}

/** The fields that are written otherwise than at the last start; one that was taken out is its default again. */
function editedFields<T extends object>(edit: Edit<T>): Partial<T> {
  const names = new Set([...Object.keys(edit.before), ...Object.keys(edit.now)]);
  return Object.fromEntries([...names].flatMap((name) => editedField(edit, name))) as Partial<T>;
}

function editedField(edit: Edit<object>, name: string): readonly (readonly [string, unknown])[] {
  const [before, now] = [fieldOf(edit.before, name), fieldOf(edit.now, name)];
  const [parsed, defaults] = [fieldOf(edit.parsed, name), fieldOf(edit.defaults, name)];
  if (JSON.stringify(before) === JSON.stringify(now)) return [];
  if (!isGroup(before) && !isGroup(now)) return [[name, now === undefined ? defaults : parsed]];
  // Limits and the signature lock are groups of fields, each of which can have been changed at run time.
  const group = { before: before ?? {}, now: now ?? {}, parsed: parsed ?? {}, defaults: defaults ?? {} };
  return [[name, editedFields(group)]];
}

function fieldOf(fields: object, name: string): unknown {
  return new Map<string, unknown>(Object.entries(fields)).get(name);
}

function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
