import { z } from 'zod';
import { callNames, calls } from './calls.ts';

const value = z.union([z.string(), z.number(), z.record(z.string(), z.union([z.string(), z.number()]))]);

const step = z
  .strictObject({
    /** What later steps and `--override` call it. */
    id: z.string().regex(/^[a-z][a-zA-Z0-9]*$/),
    run: z.enum(callNames),
    /** The order that it is about. */
    of: z.string().optional(),
    /** Values can name what is known by then: `${fresh}`, `${merchant.callbackUrl}`, `${payin.orderNo}`. */
    with: z.record(z.string(), value).default({}),
    /** What the result must say; the scenario has failed otherwise. */
    expect: z.record(z.string(), z.string()).default({}),
  })
  .superRefine(({ run, with: given }, context) => {
    for (const name of Object.keys(given)) {
      if (calls[run].fields.includes(name)) continue;
      context.addIssue({ code: 'custom', path: ['with', name], message: `${run} has no such field` });
    }
  });

/** A file of `scenarios/`. */
export const scenarioSchema = z
  .strictObject({
    description: z.string(),
    /** The callbacks that the merchant's server gets, in the order in which they arrive. */
    arrives: z.array(z.string()),
    /** What it does to the gateway's clock, in words; it only goes forward, so that stays. */
    clock: z.string().optional(),
    /** Whether it is about the delivery, so that there must be somewhere to deliver to. */
    needsCallbackUrl: z.boolean().default(false),
    steps: z.array(step).min(1),
  })
  .refine(({ steps }) => new Set(steps.map(({ id }) => id)).size === steps.length, 'two steps have one id');

export type Step = z.output<typeof step>;
/** A scenario with its name. */
export type Scenario = z.output<typeof scenarioSchema> & { readonly name: string };
