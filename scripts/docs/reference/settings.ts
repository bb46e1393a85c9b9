import { defaultSettings, demoMerchant } from '../../../packages/mock-gateway/src/configuration/options.ts';
import type { CallbackAction, WireAction } from '../../../packages/mock-gateway/src/faults/fault.ts';
import { formatRate } from '../../../packages/sdk/src/internal.ts';
import { defaultLimits } from '../../../packages/sdk/src/protocol/limits.ts';
import { formatAmount } from '../../../packages/sdk/src/protocol.ts';
import { code, pageOf, table } from './markdown.ts';
import type { Document } from './openapi.ts';
import { fieldTable, type Schema } from './schema.ts';

function bodyOf(document: Document, path: string, method: string): Schema {
  const content = document.paths[path]?.[method]?.requestBody?.content;
  const schema = content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`${method} ${path} has no body`);
  return schema;
}

const { usdtRate, signatureLock, ...settings } = defaultSettings;

const defaults = new Map<string, unknown>([
  ['usdtRate', usdtRate === null ? null : formatRate(usdtRate)],
  ...Object.entries(settings),
  ...Object.entries(signatureLock ?? {}).map(([key, value]) => [`signatureLock.${key}`, value] as const),
]);

const merchantDefaults = new Map<string, unknown>([
  ['callbackUrl', null],
  ['callbackFormat', 'json'],
  ['ipAllowList', demoMerchant.ipAllowList],
  ['inrEnabled', true],
  ['usdtEnabled', true],
  ['suspended', false],
  ...Object.entries(defaultLimits).map(([key, value]) => [`limits.${key}`, formatAmount(value)] as const),
]);

/** Every key of the configuration, from the schemas that read it. */
export function configurationPage(document: Document): string {
  return pageOf(
    'Configuration',
    'The file that `inrgate serve --config FILE` reads, in YAML or JSON, and what `createMockGateway({ merchants, settings })` takes. Every key may be left out but `mchId`, `mchKey` and `mchSecret` of a merchant; one that is not known is refused. Amounts are text with two decimals. [The gateway](../../packages/mock-gateway/README.md) has an example, [every command](commands.md) the options of `serve`.',
    '## `settings`',
    'Also changed while the gateway runs: `inrgate mock settings set`, `PATCH /_mock/settings`.',
    fieldTable(bodyOf(document, '/settings', 'patch'), defaults),
    '## `merchants`',
    'A list. Without it there is the demo merchant, `DEMO1001`, with a balance of 100000.00.',
    fieldTable(bodyOf(document, '/merchants', 'post'), merchantDefaults),
  );
}

const wireKinds: Readonly<Record<WireAction['kind'], string>> = {
  status: 'answers `status`, with `error` and `Retry-After` as given',
  delay: 'waits `ms` real milliseconds',
  drop: 'ends the connection without an answer',
  hang: 'never answers',
  truncate: 'ends the connection in the middle of the answer',
  garbage: 'answers 502 with a proxy’s page, as HTML',
};
const callbackKinds: Readonly<Record<CallbackAction['kind'], string>> = {
  delay: 'waits `ms` real milliseconds',
  drop: 'is not sent, and counts as a failed attempt',
  duplicate: 'is sent twice',
  tamper: 'is sent with another amount, which the signature does not cover',
};

/** Every fault, from the schema that reads one. */
export function faultsPage(document: Document): string {
  return pageOf(
    'Faults',
    'What goes wrong on purpose: `inrgate mock fault`, `gateway.faults.add` or `POST /_mock/faults`. A fault strikes an endpoint of the wire API or callbacks, before or after the order is committed, for as often as `times` says; every gateway draws from the same fixed seed, which cannot be set.',
    '## Kinds',
    table(
      ['kind', 'strikes', 'what it does'],
      [
        ...Object.entries(wireKinds).map(([kind, meaning]) => [code(kind), 'wire', meaning]),
        ...Object.entries(callbackKinds).map(([kind, meaning]) => [code(kind), 'callback', meaning]),
      ],
    ),
    '## Fields',
    fieldTable(bodyOf(document, '/faults', 'post')),
  );
}
