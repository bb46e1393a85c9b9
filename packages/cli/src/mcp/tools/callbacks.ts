import { z } from 'zod';
import { controlTool } from '../control-tool.ts';
import { callbackSentence, countSentence } from '../texts.ts';
import { hints, type Tool } from '../tool.ts';

/** Tools for callbacks to the shop and requests from the shop. */
export const callbackTools: readonly Tool[] = [
  controlTool({
    name: 'callback_list',
    title: 'List callbacks',
    description:
      "Lists callbacks with every delivery attempt: status, duration, the shop's response and the reason for a failure. " +
      'State undeliverable means that no callback URL was set.',
    annotations: hints.reads,
    route: 'GET /callbacks',
    text: (page) =>
      [countSentence('callbacks', page), ...page.items.slice(0, 5).map(callbackSentence)].join('\n'),
  }),
  controlTool({
    name: 'callback_get',
    title: 'Show a callback',
    description: 'Returns a callback with its exact body and headers, its signed string, and all responses.',
    annotations: hints.reads,
    route: 'GET /callbacks/:id',
    text: callbackSentence,
  }),
  controlTool({
    name: 'callback_settle',
    title: 'Wait for callbacks',
    description:
      'Waits until no callback delivery is running or due. It does not wait for later retries. Use clock_advance for those.',
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
    text: ({ settled }) => (settled ? 'No delivery is running or due.' : 'Deliveries are still running.'),
  }),
  controlTool({
    name: 'request_list',
    title: 'List requests of the shop',
    description:
      "Lists the requests of merchants' servers with their responses, newest first. A wrong signature has a diagnosis. Use it " +
      'when the gateway refused a request of the shop. It contains no keys.',
    annotations: hints.reads,
    route: 'GET /requests',
    text: (page) => countSentence('requests', page),
  }),
  controlTool({
    name: 'request_get',
    title: 'Show a complete request',
    description:
      'Returns a request of the shop with its headers, body, response and signed string. For a wrong signature it includes ' +
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
