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
        "Explains the shop's latest refused request, or a body that you provide, and fixes the code.",
      argsSchema: { body: z.string().optional().describe('The raw body of the request, if available.') },
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
      description: 'Simulates everything that can happen to a payment on the shop that runs here.',
      argsSchema: { callbackUrl: z.string().describe('Callback URL of the shop.') },
    },
    ({ callbackUrl }) => asked(testShop(callbackUrl)),
  );
}

function wrongSignature(body: string | undefined): string {
  const given =
    body === undefined
      ? 'Call request_list with error "invalid_signature" and use the latest. request_get returns its body and diagnosis.'
      : `This is the exact body of the request:\n\n${body}\n`;
  return `The gateway refuses a request of my shop because of its signature. Find out why.
${given}
Call signature_explain with the body. If it finds the mistake, show me the mistake and the fix in my code's language. Then
fix the code. If it does not, let my code print the exact string that it hashes, without the key. Call signature_explain
again with this string as baseString. Never ask me for a key, and never print one.`;
}

function missedPayment(order: string): string {
  return `My shop missed a payment of the order ${order}. Find out why.
Call order_get to see whether the order is paid and where its callbacks went. Call callback_list for the order to see the
attempts and my shop's responses. If a response was wrong, read the code of the endpoint. If there was no response, check the
callback URL (merchant_list) and whether the shop runs. After the fix, call callback_resend and check again.`;
}

function testShop(callbackUrl: string): string {
  return `Test the payments of my shop. Its callback URL is ${callbackUrl}.
1. Call gateway_status. If a gateway runs, save the callback URL with merchant_update. If not, call gateway_start with it.
2. Call check_webhook.
3. Call scenario_run for payin.success, payin.underpaid, payin.late, callback.duplicate, callback.retried and payout.failed.
   Use orders that my shop created, if it can create them.
4. Report each mistake of my shop, why it matters, and how to fix it.`;
}
