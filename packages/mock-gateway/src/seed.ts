import { isDeepStrictEqual } from 'node:util';
import { inputIssues } from '@inrgate/sdk/internal';
import { parseAmount } from '@inrgate/sdk/protocol';
import { ConfigurationError } from './configuration/configuration-error.ts';
import {
  configSchema,
  defaultSettings,
  demoMerchant,
  type GatewayConfig,
  limitConflict,
  mergeMerchant,
  mergeSettings,
  newMerchant,
  openingBalance,
  type ParsedConfig,
} from './configuration/options.ts';
import type { Merchant } from './domain/merchant.ts';
import type { Settings } from './domain/settings.ts';
import type { Core } from './operations/core.ts';
import { openAccount } from './operations/merchants.ts';

type ConfiguredMerchant = NonNullable<ParsedConfig['merchants']>[number];

/** @throws {ConfigurationError} with every invalid key */
export function parseConfig(config: GatewayConfig): ParsedConfig {
  const parsed = configSchema.safeParse(config);
  if (parsed.success) return parsed.data;
  const [first, ...others] = inputIssues(parsed.error);
  throw new ConfigurationError(first?.key ?? '', first?.expected ?? 'is not a configuration', others);
}

/**
 * Seeds the store with the configuration in one turn. A new store receives the whole configuration. A store with data
 * keeps its values and receives only those parts of the configuration that have changed since the last start. Edits at
 * run time and edits of the file therefore survive a restart. An opening balance never changes a stored wallet
 * (contract: Control API).
 *
 * @returns messages about the ignored parts of the configuration
 * @throws {ConfigurationError} for a conflict with the store, which stays unchanged
 */
export function seed(core: Core, config: GatewayConfig): readonly string[] {
  const { store } = core;
  const parsed = parseConfig(config);
  const [before, stored] = [store.config(), store.storedSettings()];
  if (stored !== null && isDeepStrictEqual(before, JSON.parse(JSON.stringify(config)))) return [];
  const written = { before: (before ?? {}) as GatewayConfig, config };
  const settings = editedSettings(stored ?? defaultSettings, parsed.settings ?? {}, written);
  const placed = (parsed.merchants ?? [demo()]).map((wanted, index) =>
    place(core, { ...written, wanted, index }),
  );
  refuseTakenKey(core, placed);
  store.write(() => {
    store.putConfig(config);
    store.putSettings(settings);
    writeMerchants(core, placed);
  });
  return placed.flatMap((merchant) => balanceNotice(merchant, written));
}

/** Fills an empty store with the whole configuration, for a reset. Call it inside a write. */
export function seedAnew(core: Core, config: GatewayConfig): void {
  const { merchants = [demo()], settings = {} } = parseConfig(config);
  core.store.putConfig(config);
  core.store.putSettings(mergeSettings(defaultSettings, settings));
  for (const wanted of merchants) openAccount(core, newMerchant(wanted, wanted), openingBalance(wanted));
}

/** Merchant ID of the default merchant, `MockGateway.merchant`: the first merchant of the configuration. */
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

function editedSettings(
  stored: Settings,
  parsed: NonNullable<ParsedConfig['settings']>,
  { before, config }: Written,
): Settings {
  const edit = {
    before: before.settings ?? {},
    now: config.settings ?? {},
    parsed,
    defaults: defaultSettings,
  };
  return mergeSettings(stored, editedFields(edit));
}

interface WrittenMerchant extends Written {
  readonly wanted: ConfiguredMerchant;
  readonly index: number;
}

/** A merchant of the configuration, with the stored merchant of the same ID. */
interface Placed {
  readonly index: number;
  readonly wanted: ConfiguredMerchant;
  /** The stored merchant, or null for a new merchant. */
  readonly stored: Merchant | null;
  /** The merchant after the seeding. */
  readonly merchant: Merchant;
}

function place({ store }: Core, written: WrittenMerchant): Placed {
  const { wanted, index } = written;
  const stored = store.merchants.get(wanted.mchId);
  const merchant = stored === null ? newMerchant(wanted, wanted) : edited(stored, written);
  return { index, wanted, stored, merchant };
}

function writeMerchants(core: Core, placed: readonly Placed[]): void {
  const { merchants } = core.store;
  const changed = placed.filter(({ stored, merchant }) => !isDeepStrictEqual(stored, merchant));
  // An API Key belongs to one merchant. Changed keys are released first, because two merchants may swap their keys.
  for (const { stored } of changed)
    if (stored !== null) merchants.update({ ...stored, mchKey: core.ids.key() });
  for (const { stored, merchant, wanted } of changed) {
    if (stored === null) openAccount(core, merchant, openingBalance(wanted));
    else merchants.update(merchant);
  }
}

/** Refuses an API Key that belongs to another stored merchant. */
function refuseTakenKey({ store }: Core, placed: readonly Placed[]): void {
  const keyOf = new Map(placed.map(({ merchant }) => [merchant.mchId, merchant.mchKey]));
  const index = placed.findIndex(({ merchant }) => {
    const holder = store.merchants.byKey(merchant.mchKey);
    if (holder === null || holder.mchId === merchant.mchId) return false;
    return (keyOf.get(holder.mchId) ?? holder.mchKey) === merchant.mchKey;
  });
  if (index >= 0)
    throw new ConfigurationError(`merchants.${index}.mchKey`, 'belongs to another stored merchant');
}

/** Warns about a changed `balance`, because the balance never overwrites a stored wallet (contract). */
function balanceNotice({ index, stored, wanted }: Placed, { before, config }: Written): readonly string[] {
  const balanceIn = ({ merchants }: GatewayConfig) =>
    merchants?.find(({ mchId }) => mchId === wanted.mchId)?.balance;
  if (stored === null || balanceIn(config) === balanceIn(before)) return [];
  return [
    `merchants.${index}.balance changed but has no effect because the wallet of ${wanted.mchId} is already stored. To top up the wallet, run \`inrgate mock credit\`.`,
  ];
}

function edited(stored: Merchant, { before, config, wanted, index }: WrittenMerchant): Merchant {
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
  const conflict = limitConflict(merchant.limits);
  if (conflict === null) return merchant;
  throw new ConfigurationError(`merchants.${index}.limits`, `with the stored limits, ${conflict}`);
}

/** A part of the configuration: as written at the last start and now, with its parsed values and its defaults. */
interface Edit<T extends object> {
  readonly before: object;
  readonly now: object;
  readonly parsed: T;
  readonly defaults: object;
}

/** Returns the fields that differ from the last start. A removed field is reset to its default. */
function editedFields<T extends object>(edit: Edit<T>): Partial<T> {
  const names = new Set([...Object.keys(edit.before), ...Object.keys(edit.now)]);
  return Object.fromEntries([...names].flatMap((name) => editedField(edit, name))) as Partial<T>;
}

function editedField(edit: Edit<object>, name: string): readonly (readonly [string, unknown])[] {
  const [before, now] = [fieldOf(edit.before, name), fieldOf(edit.now, name)];
  const [parsed, defaults] = [fieldOf(edit.parsed, name), fieldOf(edit.defaults, name)];
  if (JSON.stringify(before) === JSON.stringify(now)) return [];
  if (!isGroup(before) && !isGroup(now)) return [[name, now === undefined ? defaults : parsed]];
  // Limits and the signature lock are groups, because a control call can change each of their fields separately.
  const group = { before: before ?? {}, now: now ?? {}, parsed: parsed ?? {}, defaults: defaults ?? {} };
  return [[name, editedFields(group)]];
}

/** Returns a field by its name, or undefined if the field is absent. */
function fieldOf(fields: object, name: string): unknown {
  return new Map<string, unknown>(Object.entries(fields)).get(name);
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
