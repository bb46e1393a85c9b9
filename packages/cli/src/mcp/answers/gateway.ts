import { controlResponses } from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import { flag, text } from './parts.ts';

export const removed = z.object({ removed: text });

export const newMerchant = z.object({ mchId: text });

/** URLs and default merchant of a gateway. */
export const addresses = z.object({
  baseUrl: text,
  legacyBaseUrl: text.optional(),
  mchId: text.optional(),
  ownGateway: flag,
});

export const startedGateway = addresses.extend({ dashboardUrl: text });

/** URLs, health and counts of a gateway. */
export const status = addresses.extend({
  health: controlResponses.Health,
  overview: controlResponses.Overview,
});

export const reset = z.object({ reset: flag });
