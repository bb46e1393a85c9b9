import { explainCallback, explainSignature } from '@inrgate/sdk/doctor';
import { v1Routes, v3Routes } from '@inrgate/sdk/internal';
import { bodyLimit, type FlatParams } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { UsageError } from '../../../output/usage-error.ts';
import type { Credentials } from '../../../session/session.ts';
import { endpointOf, isCallback, keysWithin } from '../../../signing/detect.ts';
import { explanationData } from '../../../signing/explanation-text.ts';
import { readText } from '../../../signing/parameters.ts';
import { hints, type Tool, tool } from '../tool.ts';
import type { ToolContext } from '../tool-context.ts';

/** Maximum number of other merchants whose keys the tool tries, because each merchant makes the search longer. */
const othersTried = 10;

const endpoints = [...Object.keys(v3Routes), ...Object.keys(v1Routes)] as const;

export const signatureTools: readonly Tool[] = [
  tool({
    name: 'signature_explain',
    description:
      'Finds the cause of a wrong sign in the exact body of a request or callback. Returns the fix in PHP, Python, Java, Go, Node and shell. Uses ' +
      "the gateway's keys, so never ask the user for a key. If no known mistake explains the sign, pass the string that the shop " +
      'hashes as baseString.',
    annotations: hints.reads,
    input: {
      body: z.string().min(1).describe('Exact raw body, JSON or form-encoded.'),
      contentType: z.string().optional().describe('Content-Type header.'),
      callback: z
        .boolean()
        .optional()
        .describe('True for a callback, false for a request. Default: detected from the fields.'),
      endpoint: z
        .string()
        .optional()
        .describe(`Endpoint of the request: ${endpoints.join(', ')}. Default: detected from the fields.`),
      sign: z
        .string()
        .optional()
        .describe('Sign, if missing from the body. For a callback, the sign that the shop calculates.'),
      baseString: z
        .string()
        .max(3 * bodyLimit)
        .optional()
        .describe('String that the shop hashes.'),
      mchId: z.string().optional().describe('Merchant ID, if missing from the body.'),
    },
    run: async (context, { body, contentType, callback, endpoint, sign, baseString, mchId }) => {
      if (endpoint !== undefined && !endpoints.includes(endpoint)) {
        throw new UsageError(`unknown endpoint ${endpoint}. Allowed: ${endpoints.join(', ')}`);
      }
      const input = readText(body);
      const own = await keysFor(context, input.params, mchId);
      const within = keysWithin(input.params, [own.mchKey, own.mchSecret]);
      context.secrets.learn(within.flatMap(({ mchKey = [] }) => mchKey));
      const others = (await context.merchants()).filter((other) => other.mchId !== own.mchId);
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
      return { ...explanationData(explanation), summary: explanation.summary };
    },
  }),
];

/**
 * Returns the keys of the merchant in the parameters. If the parameters name none, uses the named merchant or the
 * default merchant.
 */
async function keysFor(
  context: ToolContext,
  params: FlatParams,
  named: string | undefined,
): Promise<Credentials> {
  const within = (params.get('mchId') ?? params.get('merchant_id'))?.text;
  const known = (await context.merchants()).find(({ mchId }) => mchId === within);
  return known ?? context.credentials(named);
}
