import { defaultSettings, demoMerchant } from '../../../packages/mock-gateway/src/configuration/options.ts';
import { faultEffects } from '../../../packages/mock-gateway/src/domain/fault-kinds.ts';
import { simulatedRows } from '../../../packages/mock-gateway/src/simulation/outcomes.ts';
import { formatRate } from '../../../packages/sdk/src/internal.ts';
import { defaultLimits } from '../../../packages/sdk/src/protocol/limits.ts';
import { formatAmount } from '../../../packages/sdk/src/protocol.ts';
import { faultExampleSections } from './fault-examples.ts';
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

/** Creates the page of the configuration from the schemas that parse it. */
export function configurationPage(document: Document): string {
  return pageOf(
    'Configuration',
    '`inrgate serve --config FILE` reads these keys from a YAML or JSON file. `createMockGateway({ merchants, settings })` accepts the same keys. All keys are optional, except `mchId`, `mchKey` and `mchSecret` of a merchant. The gateway rejects unknown keys. Amounts are strings with two decimals. For an example file, see [the README of the gateway](../../packages/mock-gateway/README.md#configuration). For the options of `serve`, see [the command reference](commands.md).',
    '## `settings`',
    'To change settings while the gateway runs, use `inrgate mock settings set` or `PATCH /_mock/settings`.',
    fieldTable(bodyOf(document, '/settings', 'patch'), defaults),
    '## Simulated customers',
    'With `simulation` set, the gateway settles each order automatically, without a customer. It settles an order `payAfterSeconds` after its creation, on the gateway’s clock. The last two digits of the amount determine the outcome of a pay-in or a link. The beginning of `upiId`, `accountName` or `usdtAddress` determines the outcome of a payout, ignoring case.',
    table(
      ['amount or destination', 'outcome'],
      simulatedRows.map(({ of, by, will }) => [
        by === null
          ? `any other ${of}`
          : of === 'amount'
            ? `amount ends in ${code(`.${by}`)}`
            : `destination begins with ${code(by)}`,
        `The order ${will}.`,
      ]),
    ),
    '## `merchants`',
    '`merchants` is a list. By default, it contains one merchant, `DEMO1001`, with a balance of 100000.00 INR.',
    fieldTable(bodyOf(document, '/merchants', 'post'), merchantDefaults),
  );
}

/** Creates the page of the faults from the schema that parses them. */
export function faultsPage(document: Document): string {
  return pageOf(
    'Faults',
    'A fault makes the gateway fail on purpose. Add a fault with `inrgate mock fault`, `gateway.faults.add` or `POST /_mock/faults`. A fault affects callbacks, or an endpoint of the wire API before or after the gateway commits the order. Set `times` to limit the number of occurrences. For `probability`, every gateway uses the same fixed seed, which you cannot change.',
    '## Kinds',
    table(
      ['kind', 'target', 'effect'],
      [
        ...Object.entries(faultEffects('*')).map(([kind, effect]) => [code(kind), 'wire API', effect]),
        ...Object.entries(faultEffects('callback')).map(([kind, effect]) => [code(kind), 'callback', effect]),
      ],
    ),
    '## Examples',
    'Each example makes the next pay-in or callback fail once. In TypeScript, `gateway` is a gateway of `createMockGateway`.',
    ...faultExampleSections(),
    '## Fields',
    fieldTable(bodyOf(document, '/faults', 'post')),
  );
}
