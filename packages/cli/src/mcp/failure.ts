import { report } from '../output/report.ts';
import type { Secrets } from './secrets.ts';
import { WrongArguments } from './wrong-arguments.ts';

/** Why a tool has no answer: a stable code, what happened, and what to do next. */
export interface Failure {
  readonly error: string;
  readonly message: string;
  readonly next: string;
}

/** What to do next, by the code: in the words of the tools, not of the command line. */
const advice: Readonly<Record<string, string>> = {
  invalid_arguments: 'Mend the arguments that the message names, and call the tool again.',
  usage: 'Mend what the message names, and call the tool again.',
  no_answer: 'gateway_start starts a gateway on this machine; gateway_use names one that runs elsewhere.',
  ConnectionError:
    'gateway_start starts a gateway on this machine; gateway_use names one that runs elsewhere.',
  not_found:
    'Look it up: order_list, callback_list, merchant_list, request_list and fault_list say what is there.',
  order_not_found: 'Look it up with order_list: it may be another merchant’s.',
  illegal_transition: 'order_get tells, as `moves`, what can happen to the order now.',
  ambiguous: 'Name the order by the service’s own number, which order_list has, or give mchId.',
  invalid_body: 'Mend the argument that the message names, and call the tool again.',
  invalid_signature:
    'request_list has the request with a diagnosis; signature_explain says what is wrong with a sign.',
  unauthorized:
    'The gateway wants its control token: the user sets INRGATE_CONTROL_TOKEN in the configuration of this server.',
  check_running: 'A check runs already: wait for its end, and call the tool again.',
  unreachable: 'Start the shop whose endpoint it is, or give another url, and call the tool again.',
  callback_busy: 'Call callback_settle, then the tool again.',
};

/** An error as a tool tells it, without a key. */
export async function failureOf(error: unknown, secrets: Secrets): Promise<Failure> {
  const told = secrets.hideIn(await dataOf(error)) as Readonly<Record<string, unknown>>;
  const code = String(told['error'] ?? 'unexpected');
  const { doubt, fix, findOut } = told;
  const own = Object.hasOwn(advice, code) ? advice[code] : undefined;
  const known = [doubt, findOut, own ?? fix].filter((text) => typeof text === 'string');
  const next = known.length === 0 ? 'gateway_status says whether the gateway is well.' : known.join(' ');
  const { fix: _fix, doubt: _doubt, findOut: _findOut, ...facts } = told;
  return { ...facts, error: code, message: String(told['message'] ?? ''), next };
}

/** As the commands report it with `--json`. */
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
