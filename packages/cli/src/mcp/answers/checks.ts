import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import { callback, mistake } from './orders.ts';
import { count, flag, objectOf, text, textOrNull, texts } from './parts.ts';

/** Explanation of a wrong signature. */
export const explanation = z.looseObject({
  verdict: z.enum(['valid', 'explained', 'unexplained']),
  mistakes: z.array(mistake),
  expected: z.looseObject({ canonical: text, sign: textOrNull }),
  received: z.looseObject({ canonical: text.optional(), sign: text }),
  comparison: z
    .looseObject({
      at: count.nullable(),
      expected: textOrNull,
      found: textOrNull,
      isWhatWasSigned: flag.nullable(),
    })
    .optional(),
  pitfalls: z.array(mistake).optional(),
  summary: text,
});

const exchanges = z.array(z.looseObject({ sent: text, received: text, durationMs: count }));

/** Report of the webhook checker. */
export const endpointCheck = objectOf<ControlResponse<'EndpointCheck'>>()({
  state: text,
  startedAt: textOrNull,
  url: textOrNull,
  message: textOrNull,
  passed: count,
  failed: count,
  warned: count,
  skipped: count,
  checks: z.array(
    objectOf<ControlResponse<'EndpointCheck'>['checks'][number]>()({
      id: text,
      title: text,
      status: text,
      message: text,
      why: text.optional(),
      fix: text.optional(),
      exchanges: exchanges.optional(),
    }),
  ),
});

/** List of the scenarios. */
export const scenarios = z.looseObject({
  items: z.array(z.looseObject({ name: text, description: text, arrives: texts, clock: textOrNull })),
});

/** Result of a scenario. */
export const playedScenario = z.looseObject({
  scenario: text,
  ok: flag,
  steps: z.array(
    z.looseObject({ id: text, run: text, result: z.record(text, z.unknown()), deviation: textOrNull }),
  ),
  callbacks: z.array(callback),
  unacknowledged: texts,
});
