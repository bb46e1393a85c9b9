import type { LinkCreateParams } from '@inrgate/sdk';
import { currency } from '@inrgate/sdk/internal';
import { v1Requests } from '@inrgate/sdk/protocol';
import type { Command } from 'commander';
import { addFieldOptions, optionWords, pickFields } from '../input/field-options.ts';
import { addCommands } from '../input/lazy-commands.ts';
import { orderText } from '../output/output.ts';
import { type CallFacts, failing } from '../output/usage-error.ts';
import { onCall, type Session } from '../session/session.ts';

export function register(command: Command): void {
  addCommands(command, [
    ['create', 'create a payment link', async () => ({ register: registerCreate })],
    ['get', 'query a payment link', async () => ({ register: registerGet })],
  ]);
  command.addHelpText('after', '\nExample:\n  $ inrgate link create --amount 500.00 --client-ref INV-42');
}

function registerCreate(command: Command): void {
  const { fields } = v1Requests['create-link'];
  addFieldOptions(command, fields, { currency: currency.options }).addHelpText(
    'after',
    `
With --client-ref, a repeated call returns the same link. Without it, every call creates a new link.

Examples:
  $ inrgate link create --amount 500.00 --client-ref INV-42
  $ inrgate link create --amount 500.00 --client-ref INV-43 --currency USDT --note "Invoice 43"`,
  );
  onCall<LinkCreateParams>(command, async (session, options) => {
    const params = pickFields(options, fields);
    const client = await session.client('mchKey', 'mchSecret');
    const link = await client.links
      .create(params, { signal: session.signal })
      .catch(failing({ api: 'v1', ...unknownLink(session, params) }));
    session.output.data(link, () => orderText('Link', link));
    if (session.local && link.status === 'pending') {
      const pay = session.commandLine('mock', 'pay', link.linkCode);
      session.output.note(`next: open the payUrl in a browser, or run ${pay}`);
    }
  });
}

/** v1 finds a link only by its code, which was in the lost response. A clientRef returns the link. */
function unknownLink(session: Session, params: LinkCreateParams): CallFacts {
  if (params.clientRef === undefined) {
    return { doubt: 'The link may exist. Without --client-ref, a repeated call creates a second link.' };
  }
  return {
    doubt: 'The link may exist. Retry only with the same --client-ref.',
    findOut: session.commandLine('link', 'create', ...optionWords(params)),
  };
}

function registerGet(command: Command): void {
  const { fields } = v1Requests['link-status'];
  addFieldOptions(command, fields).addHelpText(
    'after',
    `
Examples:
  $ inrgate link get --link-code L7f3kQ2m9
  $ inrgate link get --link-code L7f3kQ2m9 --json | jq -r .status`,
  );
  onCall<{ readonly linkCode: string }>(command, async (session, options) => {
    const query = pickFields(options, fields);
    const client = await session.client('mchKey', 'mchSecret');
    const link = await client.links.retrieve(query, { signal: session.signal }).catch(failing({ api: 'v1' }));
    session.output.data(link, () => orderText('Link', link));
  });
}
