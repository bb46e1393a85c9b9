import { CheckError } from '../../findings/check-error.ts';
import { quoted } from '../../traffic/finding.ts';
import type { Reply } from '../reply.ts';
import type { Step } from './step.ts';

/** Whether somebody is there, is a gateway of this API, and lets this merchant in: else nothing more is asked. */
export const preflight: Step = {
  title: 'who answers, and whether the keys are right',
  level: 'read-only',
  play: async (run) => {
    const { merchant } = run;
    const balance = await run.ask({
      what: 'the balance',
      outgoing: merchant.v3('check-gateway-balance', {}),
    });
    refuseStranger(balance);
    refuseMerchant(balance, 'API Secret (mchSecret)', 'API Key');
    const query = await run.ask({
      what: 'the query of an unknown order',
      outgoing: merchant.v3('check-order-status', { mchOrderNo: run.number() }),
    });
    refuseMerchant(query, 'API Key (mchKey)', 'API Secret');
  },
};

/** What is no answer of this API at all. */
function refuseStranger({ text, status }: Reply): void {
  const said = saidBy(text);
  const knows = said !== null && ('success' in said || 'code' in said);
  if (knows) return;
  const shows = said !== null ? 'other JSON' : /^\s*</.test(text) ? 'HTML' : 'something else than JSON';
  const hint =
    status === 404 ? '; --base-url is the root of the v3 API, such as https://gateway.example/v3' : '';
  throw new CheckError(
    'not_a_gateway',
    `this is no gateway of this API: it answers the balance with ${shows} (status ${status})${hint}`,
  );
}

function saidBy(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** What the gateway says to whatever this merchant asks. */
function refuseMerchant({ error, status }: Reply, key: string, other: string): void {
  if (error === 'invalid_signature') {
    throw new CheckError(
      'wrong_keys',
      `the gateway does not take this ${key} for this merchant (401 invalid_signature): the merchant is unknown there, or the key is wrong; nothing more was asked`,
    );
  }
  if (error === 'wrong_key_type') {
    throw new CheckError(
      'wrong_keys',
      `what is given as ${key} is the ${other} (401 wrong_key_type): nothing more was asked`,
    );
  }
  if (status !== 403 && status !== 404 && status < 500) return;
  if (status === 404 && error !== 'not_found') return;
  throw new CheckError(
    'refused',
    `the gateway refuses whatever is asked (${status} ${said(error)}): ${advice(error)}`,
  );
}

function said(error: string | null): string {
  return error === null ? 'without a code' : quoted(error).replaceAll('"', '');
}

function advice(error: string | null): string {
  switch (error) {
    case 'account_suspended':
      return 'the account is suspended';
    case 'ip_not_allowed':
      return 'the address of this machine is not on the saved list; run the check on a server that is';
    case 'maintenance':
      return 'it is under maintenance; try again later';
    case 'not_found':
      return 'the base URL is not the root of the v3 API';
    default:
      return 'try again later';
  }
}
