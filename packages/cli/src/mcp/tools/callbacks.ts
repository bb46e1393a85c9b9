import { z } from 'zod';
import * as answers from '../answers/orders.ts';
import * as common from '../arguments.ts';
import { callbackSentence, countSentence } from '../texts.ts';
import { hints, type Tool, tool } from '../tool.ts';

const states = ['pending', 'delivering', 'delivered', 'failed', 'undeliverable'] as const;

/** What the gateway tells the shop, and what the shop asks of the gateway. */
export const callbackTools: readonly Tool[] = [
  tool({
    name: 'callback_list',
    title: 'List callbacks',
    description:
      'Callbacks with every attempt to deliver them: status, duration, what the shop answered and why that did not count. ' +
      'undeliverable: there was no address.',
    annotations: hints.reads,
    output: answers.callbacks,
    input: {
      orderNo: z.string().optional().describe("Of this order, by the service's or the merchant's number."),
      mchId: z.string().optional().describe('Of this merchant.'),
      state: z.enum(states).optional().describe('In this state.'),
      limit: common.limit,
      cursor: common.cursor,
    },
    run: async (desk, { limit, ...filter }) => {
      const page = await (await desk.control()).page('/callbacks', {
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
    title: 'One callback',
    description:
      'A callback with its exact body and headers, the text that its signature covers, and each answer to it.',
    annotations: hints.reads,
    output: answers.callbackInFull,
    input: { id: z.string().describe('Its id, from callback_list.') },
    run: async (desk, { id }) => {
      const callback = await (await desk.control()).get('/callbacks/:id', { id });
      return { data: callback, text: callbackSentence(callback) };
    },
  }),
  tool({
    name: 'callback_settle',
    title: 'Wait for callbacks',
    description:
      'Answers once no delivery of a callback is running or due. A retry that is due later is not waited for: clock_advance ' +
      'gets there.',
    annotations: hints.addsOnce,
    output: answers.settled,
    input: { timeoutMs: z.int().min(0).max(50_000).default(30_000).describe('Real milliseconds.') },
    run: async (desk, { timeoutMs }) => {
      const settled = await (await desk.control()).post('/callbacks/settle', { body: { timeoutMs } });
      const text = settled.settled ? 'No delivery is running or due.' : 'Deliveries are still running.';
      return { data: settled, text };
    },
  }),
  tool({
    name: 'request_list',
    title: 'List requests of the shop',
    description:
      "The requests that merchants' servers sent, newest first, with what they were answered; for a wrong signature with a " +
      'diagnosis. This is where to look when a call of the shop is refused. Keys are never in it.',
    annotations: hints.reads,
    output: answers.requests,
    input: {
      endpoint: z.string().optional().describe('Example: payin, payout or check-order-status.'),
      status: z.string().optional().describe('HTTP status such as "401", or a class of them such as "4xx".'),
      error: z.string().optional().describe('Error code, such as invalid_signature.'),
      orderNo: z.string().optional().describe("About this order, by the service's number."),
      mchOrderNo: z.string().optional().describe("About the order with this number of the merchant's."),
      mchId: z.string().optional().describe('Of this merchant.'),
      text: z.string().optional().describe('Anything that stands in it.'),
      limit: common.limit,
      cursor: common.cursor,
    },
    run: async (desk, { limit, ...filter }) => {
      const page = await (await desk.control()).page('/requests', {
        query: { ...filter, limit: String(limit) },
      });
      return { data: page, text: countSentence('requests', page) };
    },
  }),
  tool({
    name: 'request_get',
    title: 'One request in full',
    description:
      'A request of the shop with headers, body and answer as they were, the text that was signed, and for a wrong signature ' +
      'what is wrong and how to mend it.',
    annotations: hints.reads,
    output: answers.requestInFull,
    input: { id: z.string().describe('Its id, from request_list.') },
    run: async (desk, { id }) => {
      const request = await (await desk.control()).get('/requests/:id', { id });
      const { method, path, status, error } = request;
      const words = [method, path, 'was answered', status, error].filter(
        (word) => word !== null && word !== undefined,
      );
      return { data: request, text: `${words.map(String).join(' ')}.` };
    },
  }),
];
