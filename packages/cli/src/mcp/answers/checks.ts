import { controlResponses } from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import { count, flag, text, textOrNull, texts } from './parts.ts';

const mistake = z.object({ id: text, title: text, fix: text });

export const explanation = z.object({
  verdict: z.enum(['valid', 'explained', 'unexplained']),
  mistakes: z.array(mistake),
  expected: z.object({ canonical: text, sign: textOrNull }),
  received: z.object({ canonical: text.optional(), sign: text }),
  comparison: z
    .object({
      at: count.nullable(),
      expected: textOrNull,
      found: textOrNull,
      isWhatWasSigned: flag.nullable(),
    })
    .optional(),
  pitfalls: z.array(mistake).optional(),
  summary: text,
});

export const scenarios = z.object({
  items: z.array(z.object({ name: text, description: text, arrives: texts, clock: textOrNull })),
});

export const scenarioRun = z.object({
  scenario: text,
  ok: flag,
  steps: z.array(
    z.object({ id: text, run: text, result: z.record(text, z.unknown()), deviation: textOrNull }),
  ),
  callbacks: z.array(controlResponses.Callback),
  unacknowledged: texts,
});
