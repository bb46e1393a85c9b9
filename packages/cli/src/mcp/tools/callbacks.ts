import { z } from 'zod';
import { controlTool } from '../control-tool.ts';
import { callbackSentence, countSentence } from '../texts.ts';
import { hints, type Tool } from '../tool.ts';

export const callbackTools: readonly Tool[] = [
  controlTool({
    name: 'callback_list',
    title: 'List callbacks',
    description:
      "Lists callbacks with every delivery attempt, the shop's responses and the reasons for failures. " +
      'An undeliverable callback has no URL.',
    annotations: hints.reads,
    route: 'GET /callbacks',
    text: (page) =>
      [countSentence('callbacks', page), ...page.items.slice(0, 5).map(callbackSentence)].join('\n'),
  }),
  controlTool({
    name: 'callback_get',
    title: 'Show a callback',
    description: 'Returns a callback with its exact body, headers, signed string and responses.',
    annotations: hints.reads,
    route: 'GET /callbacks/:id',
    text: callbackSentence,
  }),
  controlTool({
    name: 'callback_settle',
    title: 'Wait for callbacks',
    description:
      'Waits until all due callback deliveries have ended. To run later retries, use clock_advance.',
    annotations: hints.addsOnce,
    route: 'POST /callbacks/settle',
    input: {
      timeoutMs: z
        .int()
        .min(0)
        .max(50_000)
        .default(30_000)
        .describe('Maximum waiting time in real milliseconds.'),
    },
    text: ({ settled }) =>
      settled ? 'All due deliveries have ended.' : 'Some deliveries are still running or due.',
  }),
  controlTool({
    name: 'request_list',
    title: 'List requests of the shop',
    description:
      "Lists the shop's requests with the responses, newest first. For a wrong signature, the list includes a diagnosis. Call this tool " +
      'when the gateway rejected a request.',
    annotations: hints.reads,
    route: 'GET /requests',
    text: (page) => countSentence('requests', page),
  }),
  controlTool({
    name: 'request_get',
    title: 'Show a complete request',
    description:
      'Returns a request with its headers, body, response and signed string. For a wrong signature, also returns ' +
      'the mistake and the fix.',
    annotations: hints.reads,
    route: 'GET /requests/:id',
    text: ({ method, path, status, error }) => {
      const words = [method, path, 'returned', status, error].filter(
        (word) => word !== null && word !== undefined,
      );
      return `${words.map(String).join(' ')}.`;
    },
  }),
];
