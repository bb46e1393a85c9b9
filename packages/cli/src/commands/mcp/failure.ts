import { report } from '../../output/report.ts';
import type { Secrets } from './secrets.ts';
import { WrongArguments } from './tool.ts';

export interface Failure {
  readonly error: string;
  readonly message: string;
  readonly next: string;
}

/** Next step by error code. The advice mentions tools instead of commands. */
const advice: Readonly<Record<string, string>> = {
  invalid_arguments: 'Correct the named arguments, then call the tool again.',
  usage: 'Correct the named problem, then call the tool again.',
  no_answer: 'Start a gateway on this machine with gateway_start, or select a running one with gateway_use.',
  ConnectionError:
    'Start a gateway on this machine with gateway_start, or select a running one with gateway_use.',
  not_found: 'Find the id with order_list, callback_list, merchant_list, request_list or fault_list.',
  order_not_found: 'Find the order with order_list. The order may belong to another merchant.',
  illegal_transition: 'Call order_get. Its `moves` are the actions that are possible now.',
  ambiguous: 'Use the gateway order number from order_list, or add mchId.',
  invalid_body: 'Correct the named argument, then call the tool again.',
  invalid_signature:
    'Call request_list for the diagnosis of the request, or signature_explain for the cause of a wrong sign.',
  unauthorized:
    'The gateway requires its control token. Ask the user to set INRGATE_CONTROL_TOKEN in the configuration of this server.',
  check_running: 'Wait until the running check ends, then call the tool again.',
  unreachable: 'Start the shop, or use another url, then call the tool again.',
  callback_busy: 'Call callback_settle, then call this tool again.',
};

export async function failureOf(error: unknown, secrets: Secrets): Promise<Failure> {
  const told = secrets.hideIn(await dataOf(error)) as Readonly<Record<string, unknown>>;
  const code = String(told['error'] ?? 'unexpected');
  const { doubt, fix, findOut } = told;
  const own = Object.hasOwn(advice, code) ? advice[code] : undefined;
  const known = [doubt, findOut, own ?? fix].filter((text) => typeof text === 'string');
  const next = known.length === 0 ? 'Call gateway_status.' : known.join(' ');
  const { fix: _fix, doubt: _doubt, findOut: _findOut, ...facts } = told;
  return { ...facts, error: code, message: String(told['message'] ?? ''), next };
}

async function dataOf(error: unknown): Promise<object> {
  if (error instanceof WrongArguments) return { error: 'invalid_arguments', message: error.message };
  let data: object = {};
  await report(error, {
    failure: (given) => {
      data = given;
    },
  });
  return data;
}
