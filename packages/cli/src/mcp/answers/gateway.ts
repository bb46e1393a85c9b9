import { z } from 'zod';
import { answerOf } from '../control-schemas.ts';
import { flag, text } from './parts.ts';

export const removed = z.looseObject({ removed: text });

export const newMerchant = z.looseObject({ mchId: text });

/** URLs and default merchant of a gateway. */
export const addresses = z.looseObject({
  baseUrl: text,
  legacyBaseUrl: text.optional(),
  mchId: text.optional(),
  ownGateway: flag,
});

export const startedGateway = addresses.extend({ dashboardUrl: text });

/** URLs, health and counts of a gateway. */
export const status = addresses.extend({ health: answerOf('Health'), overview: answerOf('Overview') });

export const reset = z.looseObject({ reset: flag });
