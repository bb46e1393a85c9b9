import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Desk } from './desk.ts';

/** What people ask for often, as a plan that the assistant follows. */
export function addPrompts(server: McpServer, desk: Desk): void {
  const asked = async (text: string) => {
    // What a person pastes may hold a key.
    await desk.merchants().catch(() => []);
    const content = { type: 'text' as const, text: desk.secrets.hide(text) };
    return { messages: [{ role: 'user' as const, content }] };
  };
  server.registerPrompt(
    'wrong-signature',
    {
      title: 'Find out why a signature is wrong',
      description:
        "Looks at the shop's latest refused request, or at a body that you give, and mends the code.",
      argsSchema: { body: z.string().optional().describe('The raw body of the request, if it is at hand.') },
    },
    ({ body }) => asked(wrongSignature(body)),
  );
  server.registerPrompt(
    'missed-payment',
    {
      title: 'Find out why the shop missed a payment',
      description: 'Follows one order from its creation to the last callback.',
      argsSchema: { order: z.string().describe("The order's number: the service's, or your own.") },
    },
    ({ order }) => asked(missedPayment(order)),
  );
  server.registerPrompt(
    'test-shop',
    {
      title: 'Test how my shop takes payments',
      description: 'Plays everything that can happen to a payment on the shop that runs here.',
      argsSchema: { callbackUrl: z.string().describe('Where the shop takes callbacks.') },
    },
    ({ callbackUrl }) => asked(testShop(callbackUrl)),
  );
}

function wrongSignature(body: string | undefined): string {
  const given =
    body === undefined
      ? 'Call request_list with error "invalid_signature" and take the latest; request_get has its body and diagnosis.'
      : `This is the body that was sent, character by character:\n\n${body}\n`;
  return `A request of my shop is refused because of its signature. Find out why.
${given}
Call signature_explain with the body. When it is explained, show me the mistake and the fix in my code's language, and mend
the code that signs. When it is not, let my code print the exact text that it hashes, without the key, and call
signature_explain again with it as baseString. Never ask me for a key, and print none.`;
}

function missedPayment(order: string): string {
  return `My shop did not take note of a payment of the order ${order}. Find out why.
Call order_get: is it paid at all, and which callbacks went where? Then callback_list for the order: what did my shop answer,
and how often was it tried? With a wrong answer read the code of the endpoint; with none, see whether the callback URL is
right (merchant_list) and the shop runs. When it is mended, callback_resend, and look again.`;
}

function testShop(callbackUrl: string): string {
  return `Test how my shop takes payments; its callbacks come in at ${callbackUrl}.
Call gateway_status, or gateway_start with this callbackUrl; save it with merchant_update where a gateway runs already. Then
endpoint_check. Then play with scenario_play: payin.success, payin.underpaid, payin.late, callback.duplicate,
callback.retried and payout.failed, each on an order that my shop made where it can make one. Tell me what my shop does
wrong, why it matters, and how to mend it.`;
}
