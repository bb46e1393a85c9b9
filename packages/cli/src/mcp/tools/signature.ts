import { explainCallback, explainSignature } from '@inrgate/sdk/doctor';
import { v1Routes, v3Routes } from '@inrgate/sdk/internal';
import { bodyLimit, type FlatParams } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { UsageError } from '../../output/usage-error.ts';
import type { Credentials } from '../../session/session.ts';
import { explanationData } from '../../signing/explanation-text.ts';
import { keysWithin } from '../../signing/keys-within.ts';
import { readText } from '../../signing/parameters.ts';
import { endpointOf, isCallback } from '../../signing/taken-for.ts';
import * as answers from '../answers/checks.ts';
import type { Desk } from '../desk.ts';
import { hints, type Tool, tool } from '../tool.ts';

/** Others whose keys are tried, for a mix-up: each makes the search longer. */
const othersTried = 10;

const endpoints = [...Object.keys(v3Routes), ...Object.keys(v1Routes)] as const;

/** Why a signature is wrong. */
export const signatureTools: readonly Tool[] = [
  tool({
    name: 'signature_explain',
    title: 'Why a signature is wrong',
    description:
      'Takes a request or a callback with its sign, as it was sent, and says why the sign is wrong: it makes the mistakes that ' +
      'clients make, one at a time and two together, until one gives exactly this sign, and tells how to mend it in PHP, ' +
      'Python, Java, Go, Node and shell. The keys are those of the gateway; never ask the user for a key. When it stays ' +
      'unexplained, let the shop print the text that it hashes, and give that as baseString.',
    annotations: hints.reads,
    output: answers.explanation,
    input: {
      body: z
        .string()
        .min(1)
        .describe(
          'The raw body with its sign, character by character as it was sent: JSON, or form text (a=1&b=2).',
        ),
      contentType: z.string().optional().describe('The Content-Type header that it came with.'),
      callback: z.boolean().optional().describe('Whether it is a callback; by its fields when left out.'),
      endpoint: z
        .string()
        .optional()
        .describe(`What was called: ${endpoints.join(', ')}; by its fields when left out.`),
      sign: z
        .string()
        .optional()
        .describe('The sign, if it is not in the body; of a callback, what the shop computes.'),
      baseString: z
        .string()
        .max(3 * bodyLimit)
        .optional()
        .describe('The text that the shop hashes.'),
      mchId: z.string().optional().describe('Whose it is meant to be, where the body does not tell.'),
    },
    run: async (desk, { body, contentType, callback, endpoint, sign, baseString, mchId }) => {
      if (endpoint !== undefined && !endpoints.includes(endpoint)) {
        throw new UsageError(`endpoint is one of ${endpoints.join(', ')}`);
      }
      const input = readText(body);
      const own = await keysFor(desk, input.params, mchId);
      const within = keysWithin(input.params, [own.mchKey, own.mchSecret]);
      desk.secrets.learn(within.flatMap(({ mchKey = [] }) => mchKey));
      const others = (await desk.merchants()).filter((other) => other.mchId !== own.mchId);
      const known = {
        keys: { mchKey: own.mchKey, mchSecret: own.mchSecret },
        mchId: own.mchId,
        otherMerchants: [...others.slice(0, othersTried), ...within],
        baseString,
        contentType: contentType ?? input.contentType,
      };
      const explanation =
        (callback ?? (endpoint === undefined && isCallback(input.params)))
          ? explainCallback(input.body, { ...known, computedSign: sign })
          : explainSignature(input.params, {
              ...known,
              operation: (endpoint as keyof typeof v3Routes | undefined) ?? endpointOf(input.params),
              sign,
            });
      const titles = explanation.mistakes.map(({ title, fix }) => `${title}: ${fix}`);
      const data = { ...explanationData(explanation), summary: explanation.summary };
      return {
        data,
        text: [`The signature is ${explanation.verdict}.`, ...titles, explanation.summary].join('\n'),
      };
    },
  }),
];

/** The keys of the merchant that is named, in the arguments or in the parameters; of the default one where that is none. */
async function keysFor(desk: Desk, params: FlatParams, named: string | undefined): Promise<Credentials> {
  const within = (params.get('mchId') ?? params.get('merchant_id'))?.text;
  const known = (await desk.merchants()).find(({ mchId }) => mchId === within);
  return known ?? desk.credentials(named);
}
