import { z } from 'zod';
import { answerOf } from '../control-schemas.ts';
import { count, flag, text, textOrNull, texts } from './parts.ts';

const mistake = z.looseObject({ id: text, title: text, fix: text });

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

const report = answerOf('EndpointCheck');
const check = (report.shape['checks'] as z.ZodArray<z.ZodObject>).element;

/** Report of the webhook checker, without the exchanges of passed cases. */
export const endpointCheck = report.extend({ checks: z.array(check.partial({ exchanges: true })) });

export const scenarios = z.looseObject({
  items: z.array(z.looseObject({ name: text, description: text, arrives: texts, clock: textOrNull })),
});

export const scenarioRun = z.looseObject({
  scenario: text,
  ok: flag,
  steps: z.array(
    z.looseObject({ id: text, run: text, result: z.record(text, z.unknown()), deviation: textOrNull }),
  ),
  callbacks: z.array(answerOf('Callback')),
  unacknowledged: texts,
});
