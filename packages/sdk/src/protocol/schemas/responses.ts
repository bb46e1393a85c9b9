import * as z from 'zod';
import type { V1Endpoint, V3Endpoint } from '../routes.ts';
import { linkCreated, linkFound } from './link.ts';
import { payinCreated, payinFound } from './payin.ts';
import { payoutCreated, payoutFound } from './payout.ts';
import { wallet } from './wallet.ts';

/** Schemas of `data` in the responses of v3. The schema of `check-order-status` depends on the signing key. */
export const v3Responses = {
  payin: payinCreated,
  'check-order-status': z.union([payinFound, payoutFound]),
  payout: payoutCreated,
  'check-gateway-balance': wallet,
} satisfies Record<V3Endpoint, z.ZodType>;

/** Schemas of `data` in the responses of v1. */
export const v1Responses = {
  'create-link': linkCreated,
  'link-status': linkFound,
} satisfies Record<V1Endpoint, z.ZodType>;
