import { z } from 'zod';
import { answerOf, filtersOf } from '../control-schemas.ts';
import { callbackSentence, countSentence } from '../texts.ts';
import { hints, type Tool, tool } from '../tool.ts';

/** Tools for callbacks to the shop and requests from the shop. */
export const callbackTools: readonly Tool[] = [
  tool({
    name: 'callback_list',
    title: 'List callbacks',
    description:
      "Lists callbacks with every delivery attempt: status, duration, the shop's response and the reason for a failure. " +
      'State undeliverable means that no callback URL was set.',
    annotations: hints.reads,
    output: answerOf('CallbackList'),
    input: filtersOf('GET /callbacks'),
    run: async (context, { limit, ...filter }) => {
      const page = await (await context.control()).page('/callbacks', {
        query: { ...filter, limit: String(limit) },
      });
      return {
        data: page,
        text: [countSentence('callbacks', page), ...page.items.slice(0, 5).map(callbackSentence)].join('\n'),
      };
    },
  }),
  tool({
    name: 'callback_get',
    title: 'Show a callback',
    description: 'Returns a callback with its exact body and headers, its signed string, and all responses.',
    annotations: hints.reads,
    output: answerOf('CallbackInFull'),
    input: { id: z.string().describe('Callback id, from callback_list.') },
    run: async (context, { id }) => {
      const callback = await (await context.control()).get('/callbacks/:id', { id });
      return { data: callback, text: callbackSentence(callback) };
    },
  }),
  tool({
    name: 'callback_settle',
    title: 'Wait for callbacks',
    description:
      'Waits until no callback delivery is running or due. It does not wait for later retries. Use clock_advance for those.',
    annotations: hints.addsOnce,
    output: answerOf('Settled'),
    input: {
      timeoutMs: z
        .int()
        .min(0)
        .max(50_000)
        .default(30_000)
        .describe('Maximum waiting time in real milliseconds.'),
    },
    run: async (context, { timeoutMs }) => {
      const settled = await (await context.control()).post('/callbacks/settle', { body: { timeoutMs } });
      const text = settled.settled ? 'No delivery is running or due.' : 'Deliveries are still running.';
      return { data: settled, text };
    },
  }),
  tool({
    name: 'request_list',
    title: 'List requests of the shop',
    description:
      "Lists the requests of merchants' servers with their responses, newest first. A wrong signature has a diagnosis. Use it " +
      'when the gateway refused a request of the shop. It contains no keys.',
    annotations: hints.reads,
    output: answerOf('RequestList'),
    input: filtersOf('GET /requests'),
    run: async (context, { limit, ...filter }) => {
      const page = await (await context.control()).page('/requests', {
        query: { ...filter, limit: String(limit) },
      });
      return { data: page, text: countSentence('requests', page) };
    },
  }),
  tool({
    name: 'request_get',
    title: 'Show a complete request',
    description:
      'Returns a request of the shop with its headers, body, response and signed string. For a wrong signature it includes ' +
      'the mistake and the fix.',
    annotations: hints.reads,
    output: answerOf('RequestInFull'),
    input: { id: z.string().describe('Request id, from request_list.') },
    run: async (context, { id }) => {
      const request = await (await context.control()).get('/requests/:id', { id });
      const { method, path, status, error } = request;
      const words = [method, path, 'returned', status, error].filter(
        (word) => word !== null && word !== undefined,
      );
      return { data: request, text: `${words.map(String).join(' ')}.` };
    },
  }),
];
