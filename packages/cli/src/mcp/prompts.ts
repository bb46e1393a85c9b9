import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { ToolContext } from './tool-context.ts';

/** Registers prompts for common tasks. */
export function addPrompts(server: McpServer, context: ToolContext): void {
  const asked = async (text: string) => {
    // Pasted text can contain a key.
    await context.merchants().catch(() => []);
    const content = { type: 'text' as const, text: context.secrets.hide(text) };
    return { messages: [{ role: 'user' as const, content }] };
  };
  server.registerPrompt(
    'wrong-signature',
    {
      title: 'Find out why a signature is wrong',
      description:
        'Explains the wrong signature of the latest request or of a given body, and fixes the code.',
      argsSchema: { body: z.string().optional().describe('Raw body of the request.') },
    },
    ({ body }) => asked(wrongSignature(body)),
  );
  server.registerPrompt(
    'missed-payment',
    {
      title: 'Find out why the shop missed a payment',
      description: 'Follows one order from its creation to the last callback.',
      argsSchema: { order: z.string().describe('Order number or gateway order number.') },
    },
    ({ order }) => asked(missedPayment(order)),
  );
  server.registerPrompt(
    'test-shop',
    {
      title: 'Test the payments of my shop',
      description: 'Simulates every outcome of a payment and checks the reaction of the shop.',
      argsSchema: { callbackUrl: z.string().describe('Callback URL of the shop.') },
    },
    ({ callbackUrl }) => asked(testShop(callbackUrl)),
  );
}

function wrongSignature(body: string | undefined): string {
  const given =
    body === undefined
      ? 'Call request_list with error "invalid_signature". For the latest request, request_get returns the body and the diagnosis.'
      : `This is the exact body of the request:\n\n${body}\n`;
  return `The gateway refuses a request of my shop because of a wrong signature. Find the cause.
${given}
Call signature_explain with the body. If the result names a mistake, show me the mistake and the fix in the language of my
code. Then fix the code. Otherwise change my code to print the exact string that the code hashes, without the key. Call
signature_explain again with this string as baseString. Never ask me for a key, and never print a key.`;
}

function missedPayment(order: string): string {
  return `My shop missed a payment of the order ${order}. Find the cause.
Call order_get to check whether the order is paid and to which URL the gateway sent the callbacks. Call callback_list for the
attempts and the responses of my shop. If a response was wrong, read the code of the endpoint. If my shop did not respond,
check the callback URL (merchant_list) and whether the shop runs. After the fix, call callback_resend and check again.`;
}

function testShop(callbackUrl: string): string {
  return `Test the payments of my shop. Its callback URL is ${callbackUrl}.
1. Call gateway_status. If a gateway runs, save the callback URL with merchant_update. Otherwise call gateway_start with the
   callback URL.
2. Call check_webhook.
3. Call scenario_run for payin.success, payin.underpaid, payin.late, callback.duplicate, callback.retried and payout.failed.
   If my shop can create orders, use these orders.
4. Report each mistake of my shop with its consequence and its fix.`;
}
