import { report } from '../output/report.ts';
import type { Secrets } from './secrets.ts';
import { WrongArguments } from './wrong-arguments.ts';

/** Error of a tool: a stable code, the message, and the next step. */
export interface Failure {
  readonly error: string;
  readonly message: string;
  readonly next: string;
}

/** Next step by code. It refers to tools instead of commands. */
const advice: Readonly<Record<string, string>> = {
  invalid_arguments: 'Fix the arguments that the message names, then call the tool again.',
  usage: 'Fix the problem that the message names, then call the tool again.',
  no_answer: 'Start a gateway on this machine with gateway_start, or select a running one with gateway_use.',
  ConnectionError:
    'Start a gateway on this machine with gateway_start, or select a running one with gateway_use.',
  not_found: 'Look it up with order_list, callback_list, merchant_list, request_list or fault_list.',
  order_not_found: 'Look it up with order_list. It may belong to another merchant.',
  illegal_transition: 'Call order_get. Its `moves` are the actions that are possible now.',
  ambiguous: 'Use the gateway order number, from order_list, or add mchId.',
  invalid_body: 'Fix the argument that the message names, then call the tool again.',
  invalid_signature:
    'Call request_list for the request with its diagnosis, or signature_explain for the cause of a wrong sign.',
  unauthorized:
    'The gateway requires its control token. The user must set INRGATE_CONTROL_TOKEN in the configuration of this server.',
  check_running: 'Wait until the running check ends, then call the tool again.',
  unreachable: 'Start the shop with this endpoint, or use another url, then call the tool again.',
  callback_busy: 'Call callback_settle, then the tool again.',
};

/** Converts an error to a tool's result, with masked keys. */
export async function failureOf(error: unknown, secrets: Secrets): Promise<Failure> {
  const told = secrets.hideIn(await dataOf(error)) as Readonly<Record<string, unknown>>;
  const code = String(told['error'] ?? 'unexpected');
  const { doubt, fix, findOut } = told;
  const own = Object.hasOwn(advice, code) ? advice[code] : undefined;
  const known = [doubt, findOut, own ?? fix].filter((text) => typeof text === 'string');
  const next = known.length === 0 ? 'Call gateway_status to check the gateway.' : known.join(' ');
  const { fix: _fix, doubt: _doubt, findOut: _findOut, ...facts } = told;
  return { ...facts, error: code, message: String(told['message'] ?? ''), next };
}

/** Data of an error, as commands report it with `--json`. */
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
