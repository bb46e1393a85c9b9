import { z } from 'zod';
import { callNames, calls } from './calls.ts';

const value = z.union([z.string(), z.number(), z.record(z.string(), z.union([z.string(), z.number()]))]);

const step = z
  .strictObject({
    /** Name by which later steps and `--override` refer to this step. */
    id: z.string().regex(/^[a-z][a-zA-Z0-9]*$/),
    run: z.enum(callNames),
    /** Id of the step that supplies the order. */
    of: z.string().optional(),
    with: z.record(z.string(), value).default({}),
    /** Expected fields of the result. The scenario fails if a value differs. */
    expect: z.record(z.string(), z.string()).default({}),
  })
  .superRefine(({ run, with: given }, context) => {
    for (const name of Object.keys(given)) {
      if (calls[run].fields.includes(name)) continue;
      context.addIssue({ code: 'custom', path: ['with', name], message: `${run} has no such field` });
    }
  });

export const scenarioSchema = z
  .strictObject({
    description: z.string(),
    /** Callbacks that the merchant's server receives, in order. */
    arrives: z.array(z.string()),
    /** Description of the scenario's effect on the gateway's clock, which only moves forward. */
    clock: z.string().optional(),
    /** True for a scenario about deliveries, which require a callback URL. */
    needsCallbackUrl: z.boolean().default(false),
    steps: z.array(step).min(1),
  })
  .refine(
    ({ steps }) => new Set(steps.map(({ id }) => id)).size === steps.length,
    'two steps have the same id',
  );

export type Step = z.output<typeof step>;
export type Scenario = z.output<typeof scenarioSchema> & { readonly name: string };
