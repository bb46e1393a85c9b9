import { CheckError } from '../../findings/report.ts';
import { parsedObject } from '../../http/messages.ts';
import { quoted } from '../../traffic/finding.ts';
import type { Step } from '../run.ts';
import type { Reply } from '../wire.ts';

/** Step that checks that the server is a gateway with this API and accepts this merchant. If not, the check ends. */
export const preflight: Step = {
  title: 'the gateway and the keys',
  level: 'read-only',
  play: async (run) => {
    const { merchant } = run;
    const balance = await run.ask('the balance', merchant.v3('check-gateway-balance', {}));
    refuseStranger(balance);
    refuseMerchant(balance, 'API Secret (mchSecret)', 'API Key');
    const unknown = merchant.v3('check-order-status', { mchOrderNo: run.number() });
    const query = await run.ask('the query of an unknown order', unknown);
    refuseMerchant(query, 'API Key (mchKey)', 'API Secret');
  },
};

/** Throws for a response that does not belong to this API. */
function refuseStranger({ text, status }: Reply): void {
  const said = parsedObject(text);
  const knows = said !== null && ('success' in said || 'code' in said);
  if (knows) return;
  const shows = said !== null ? 'other JSON' : /^\s*</.test(text) ? 'HTML' : 'content that is not JSON';
  const hint =
    status === 404
      ? '; use the base URL of the v3 API as --base-url, for example https://gateway.example/v3'
      : '';
  throw new CheckError(
    'not_a_gateway',
    `this server is not a gateway with this API, because it returns ${shows} for the balance (status ${status})${hint}`,
  );
}

/** Throws for an error that applies to every request of this merchant. */
function refuseMerchant({ error, status }: Reply, key: string, other: string): void {
  if (error === 'invalid_signature') {
    throw new CheckError(
      'wrong_keys',
      `the gateway rejects this ${key} for this merchant (401 invalid_signature): the merchant is unknown or the key is wrong. The check stopped`,
    );
  }
  if (error === 'wrong_key_type') {
    throw new CheckError(
      'wrong_keys',
      `the value of ${key} is the ${other} (401 wrong_key_type). The check stopped`,
    );
  }
  if (status !== 403 && status !== 404 && status < 500) return;
  if (status === 404 && error !== 'not_found') return;
  throw new CheckError(
    'refused',
    `the gateway rejects every request (${status} ${said(error)}): ${advices.get(error ?? '') ?? 'run the check again later'}`,
  );
}

function said(error: string | null): string {
  return error === null ? 'without a code' : quoted(error).replaceAll('"', '');
}

const advices = new Map(
  Object.entries({
    account_suspended: 'the account is suspended; ask the gateway’s support to reactivate the account',
    ip_not_allowed:
      'this machine’s IP address is not on the allow-list; add the address, or run the check on a listed server',
    maintenance: 'the gateway is in maintenance; run the check again later',
    not_found: 'this URL is not the base URL of the v3 API',
  }),
);
