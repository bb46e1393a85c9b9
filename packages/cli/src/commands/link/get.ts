import { v1Requests } from '@inrgate/sdk/protocol';
import type { Command } from 'commander';
import { addFieldOptions, pickFields } from '../../input/field-options.ts';
import { failing } from '../../output/call-failure.ts';
import { orderText } from '../../output/output.ts';
import { onCall } from '../../session/session.ts';

const { fields } = v1Requests['link-status'];

export function register(command: Command): void {
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
