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
  type ParsedConfig,
} from './configuration/options.ts';
import { openingBalance } from './control/merchants.ts';
import type { Merchant } from './domain/merchant.ts';
import type { Settings } from './domain/settings.ts';
import { type EntryPorts, openAccount } from './operations/merchants.ts';
import { commit, type Ports } from './operations/ports.ts';
import type { Change, Versioned, Write } from './store/store.ts';

type ConfiguredMerchant = NonNullable<ParsedConfig['merchants']>[number];

/** @throws {ConfigurationError} with every invalid key */
export function parseConfig(config: GatewayConfig): ParsedConfig {
  const parsed = configSchema.safeParse(config);
  if (parsed.success) return parsed.data;
  const [first, ...others] = inputIssues(parsed.error);
  throw new ConfigurationError(first?.key ?? '', first?.expected ?? 'is not a configuration', others);
}

/**
 * Seeds the store with the configuration in one commit. A new store receives the whole configuration. A store with data
 * keeps its values and receives only those parts of the configuration that have changed since the last start. Edits at
 * run time and edits of the file therefore survive a restart. An opening balance never changes a stored wallet
 * (contract: Control API).
 *
 * @throws {ConfigurationError} for a conflict with the store. The store stays unchanged
 */
export async function seed(ports: Ports, config: GatewayConfig): Promise<Seeded> {
  const parsed = parseConfig(config);
  const [storedConfig, stored] = await Promise.all([ports.store.config(), ports.store.settings()]);
  const text = JSON.stringify(config);
  if (stored !== null && storedConfig?.value === text) return { settings: stored.value, notices: [] };
  const written = { before: JSON.parse(storedConfig?.value ?? '{}') as GatewayConfig, config };
  const settings = editedSettings(stored?.value ?? defaultSettings, parsed.settings ?? {}, written);
  const wanted = parsed.merchants ?? [demo()];
  const placed = await Promise.all(
    wanted.map((merchant, index) => place(ports, { ...written, wanted: merchant, index })),
  );
  const result = await commit(ports, [
    { write: 'put_config', config: text, version: nextAfter(storedConfig) },
    { write: 'put_settings', settings, version: nextAfter(stored) },
    ...merchantWrites(ports, placed),
  ]);
  if (result.committed) {
    return { settings, notices: placed.flatMap((merchant) => balanceNotice(merchant, written)) };
  }
  throw (
    (await takenKey(ports, placed)) ??
    new Error(`the configuration could not be stored: conflict ${result.conflict}`)
  );
}

function nextAfter(stored: Versioned<unknown> | null): number {
  return (stored?.version ?? 0) + 1;
}

interface Seeded {
  readonly settings: Settings;
  /** Messages about the ignored parts of the configuration. */
  readonly notices: readonly string[];
}

/** Writes of a reset: the whole configuration, as for a new store. */
export function seedAnew(
  ports: EntryPorts,
  config: GatewayConfig,
): { readonly settings: Settings; readonly change: Change } {
  const { merchants = [demo()], settings: given = {} } = parseConfig(config);
  const settings = mergeSettings(defaultSettings, given);
  return {
    settings,
    change: [
      { write: 'put_config', config: JSON.stringify(config), version: 1 },
      { write: 'put_settings', settings, version: 1 },
      ...merchants.flatMap((wanted) =>
        openAccount(ports, newMerchant(wanted, wanted), openingBalance(wanted)),
      ),
    ],
  };
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

async function place(ports: Ports, written: WrittenMerchant): Promise<Placed> {
  const { wanted, index } = written;
  const stored = await ports.store.merchants.get(wanted.mchId);
  const merchant = stored === null ? newMerchant(wanted, wanted) : edited(stored, written);
  return { index, wanted, stored, merchant };
}

function merchantWrites(ports: Ports, placed: readonly Placed[]): readonly Write[] {
  const update = (merchant: Merchant): Write => ({ write: 'update_merchant', merchant });
  const changed = placed.flatMap(({ stored, merchant }) =>
    stored === null || isDeepStrictEqual(stored, merchant) ? [] : [{ stored, merchant }],
  );
  return [
    // An API Key belongs to one merchant. Changed keys are released first, because two merchants may swap their keys.
    ...changed.map(({ stored }) =>
      update({ ...stored, mchKey: ports.ids.key(), version: stored.version + 1 }),
    ),
    ...changed.map(({ stored, merchant }) => update({ ...merchant, version: stored.version + 2 })),
    ...placed.flatMap(({ stored, merchant, wanted }) =>
      stored === null ? openAccount(ports, merchant, openingBalance(wanted)) : [],
    ),
  ];
}

/** Returns the issue of an API Key that belongs to another stored merchant, or null. */
async function takenKey(ports: Ports, placed: readonly Placed[]): Promise<ConfigurationError | null> {
  const keyOf = new Map(placed.map(({ merchant }) => [merchant.mchId, merchant.mchKey]));
  const holders = await Promise.all(
    placed.map(({ merchant }) => ports.store.merchants.byKey(merchant.mchKey)),
  );
  const index = placed.findIndex(({ merchant }, at) => {
    const holder = holders[at] ?? null;
    if (holder === null || holder.mchId === merchant.mchId) return false;
    return (keyOf.get(holder.mchId) ?? holder.mchKey) === merchant.mchKey;
  });
  return index < 0
    ? null
    : new ConfigurationError(`merchants.${index}.mchKey`, 'belongs to another stored merchant');
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

/** Returns whether a value is an object. */
function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
