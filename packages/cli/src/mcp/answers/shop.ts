import {
  type Fields,
  linkCreatedFields,
  linkFields,
  linkFoundFields,
  payinFields,
  payinUsdtFields,
  payoutFields,
  walletFields,
} from '@inrgate/sdk/internal';
import { z } from 'zod';
import { camel } from '../../input/field-options.ts';
import { flag, text, textOrNull } from './parts.ts';

/** Forms of fields that the SDK requires or replaces by an empty string. Other fields can be null. */
const certain: ReadonlySet<string> = new Set([
  'id',
  'payoutNo',
  'amount',
  'balance',
  'status',
  'url',
  'text',
]);

/** Result of a signed request: the fields of the response by their SDK names. */
function received(...tables: readonly Fields[]): z.ZodObject {
  const fields = tables
    .flatMap((table) => Object.entries(table))
    .filter(([, field]) => !('aliasOf' in field));
  const shape = fields.map(([name, { form }]) => [camel(name), certain.has(form) ? text : textOrNull]);
  return z.object(Object.fromEntries(shape));
}

const order = { type: text, duplicate: flag };

export const signedPayin = received(payinFields, payinUsdtFields).extend(order);
export const signedPayout = received(payoutFields).extend(order);
export const signedLink = received(linkFields, linkCreatedFields, linkFoundFields);
export const signedWallet = received(walletFields);
