import {
  type CallbackExplanation,
  explainCallback,
  explainSignature,
  type OtherMerchant,
  type SignatureExplanation,
  type SignedOperation,
} from '@inrgate/sdk/doctor';
import { v1Routes, v3Routes } from '@inrgate/sdk/internal';
import { bodyLimit, textParams } from '@inrgate/sdk/protocol';
import { type Command, Option } from 'commander';
import { oneOf } from '../input/choices.ts';
import { completedWith } from '../input/completed-with.ts';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { UsageError } from '../output/usage-error.ts';
import { profileNamed, readProfiles } from '../session/profile-store.ts';
import { onCall, type Session } from '../session/session.ts';
import { type Api, endpointOf, isCallback, keysWithin, likelyKey } from '../signing/detect.ts';
import { explanationData, explanationText, type Language, languages } from '../signing/explanation-text.ts';
import { type Input, inputArgument, readBody, readFileOrInput, readInput } from '../signing/parameters.ts';

interface Options {
  readonly endpoint?: SignedOperation;
  readonly api?: Api;
  readonly callback?: string;
  readonly contentType?: string;
  readonly baseString?: string;
  readonly sign?: string;
  readonly alsoProfile?: readonly string[];
  readonly language?: Language;
}

export function register(command: Command): void {
  command.addArgument(inputArgument());
  for (const option of options()) command.addOption(option);
  command.addHelpText('after', help);
  onCall<Options>(command, async (session, given, inputs) => {
    const explanation = await explained(session, given, inputs);
    session.output.data(explanationData(explanation), () =>
      explanationText(explanation, {
        language: given.language,
        next: session.commandLine('explain', ...again(given, inputs), '--base-string', 'FILE'),
      }),
    );
    if (explanation.verdict !== 'valid') throw new EndedWith(exitCodes.failed);
  });
}

const help = `
Finds the cause of a wrong sign. Pass the parameters and the sign exactly as your code sent them. inrgate tries known
mistakes, first one at a time and then in pairs, until the result is your sign. With --callback, pass the raw body of a
callback that fails verification.

If no known mistake explains the sign, pass your base string with --base-string. The base string is the exact string that
your code hashes. inrgate compares your base string with the correct base string.

Exit codes:
  0  The sign is correct.
  4  The sign is wrong.

Examples:
  $ inrgate explain request.json
  $ inrgate explain request.json --language php
  $ inrgate explain request.json --base-string text-that-i-hash.txt
  $ inrgate explain --callback body.txt --content-type application/x-www-form-urlencoded
  $ inrgate explain mchId=DEMO1001 mchOrderNo=ORDER-1 amount=500.00 sign=24bd0bff9a9af78b4fcadeecccc828c2`;

function options(): readonly Option[] {
  const endpoints = [...Object.keys(v3Routes), ...Object.keys(v1Routes)];
  const profiles = () => [...readProfiles().byName.keys()];
  return [
    oneOf(
      new Option('--endpoint <name>', 'endpoint of the request (default: detected from the parameters)'),
      endpoints,
    ),
    oneOf(new Option('--api <version>', 'API version of the request'), ['v3', 'v1']).conflicts('endpoint'),
    new Option('--callback <file>', 'file with the raw body of a callback').conflicts(['endpoint', 'api']),
    new Option('--content-type <type>', 'Content-Type header of the callback'),
    new Option('--base-string <file>', 'file with the string that your code hashes'),
    new Option(
      '--sign <sign>',
      'sign of the request, if the parameters do not contain it; for a callback, the sign that your code calculates',
    ),
    completedWith(
      new Option(
        '--also-profile <name...>',
        'also try the keys of this profile, in case your code uses the keys of another merchant',
      ),
      profiles,
    ),
    oneOf(new Option('--language <name>', 'show the fix only in this language'), languages),
  ];
}

async function explained(
  session: Session,
  given: Options,
  inputs: readonly string[],
): Promise<SignatureExplanation | CallbackExplanation> {
  refuseTwoInputs(given, inputs);
  const input = await inputOf(given, inputs);
  const baseString = given.baseString === undefined ? undefined : await readBaseString(given.baseString);
  const keys = await keysToTry(session, input);
  const known = {
    keys,
    mchId: session.settings.mchId,
    otherMerchants: [
      ...(given.alsoProfile ?? []).map(profileKeys),
      ...keysWithin(input.params, Object.values(keys)),
    ],
    baseString,
    contentType: given.contentType ?? input.contentType,
  };
  noteOtherMerchant(session, input);
  const { endpoint, api } = given;
  if (
    given.callback !== undefined ||
    (endpoint === undefined && api === undefined && isCallback(input.params))
  ) {
    if (given.callback === undefined)
      session.output.note('note: treated as a callback, because the parameters contain a status');
    return explainCallback(input.body, { ...known, computedSign: given.sign });
  }
  const operation = endpoint ?? endpointOf(input.params, api);
  if (endpoint === undefined && operation !== undefined) {
    session.output.note(
      `note: treated as a request to ${operation}. To change the endpoint, use --endpoint.`,
    );
  }
  return explainSignature(input.params, { ...known, operation, sign: given.sign });
}

/** Length of the longest body if each byte is escaped as %XX. A longer string was never signed. */
const longestBaseString = 3 * bodyLimit;

async function readBaseString(file: string): Promise<Uint8Array> {
  const text = await readFileOrInput(file);
  if (text.length <= longestBaseString) return text;
  throw new UsageError(
    `the base string is above the maximum of ${longestBaseString / 1_024} KB. Check the file name.`,
  );
}

/** Reads the input. Validates only a request, not a callback body. */
async function inputOf({ callback }: Options, inputs: readonly string[]): Promise<CallbackInput> {
  if (callback === undefined) return readInput(inputs);
  const body = await readBody(callback);
  if (body.length === 0) throw new UsageError('the body of the callback is empty');
  return { body, contentType: undefined, params: new Map() };
}

type CallbackInput = Omit<Input, 'contentType'> & { readonly contentType: string | undefined };

function refuseTwoInputs({ callback, baseString }: Options, inputs: readonly string[]): void {
  if (callback !== undefined && inputs.length > 0) {
    throw new UsageError('parameters cannot be combined with --callback');
  }
  const isInput = callback === undefined ? inputs.length === 0 || inputs[0] === '-' : callback === '-';
  if (isInput && baseString === '-') {
    throw new UsageError('only one input can be standard input. Use a file for the other input.');
  }
}

async function keysToTry(session: Session, { params }: CallbackInput) {
  const { mchKey, mchSecret } = session.settings;
  const likely = likelyKey(textParams(params));
  const name = mchKey !== undefined ? 'mchKey' : mchSecret !== undefined ? 'mchSecret' : likely;
  return { mchKey, mchSecret, [name]: await session.key(name) };
}

function profileKeys(name: string): OtherMerchant {
  const { mchId, mchKey, mchSecret } = profileNamed(name, readProfiles());
  return { mchId, mchKey, mchSecret };
}

function noteOtherMerchant({ settings, output }: Session, { params }: CallbackInput): void {
  const named = (params.get('mchId') ?? params.get('merchant_id'))?.text;
  if (named === undefined || settings.mchId === undefined || named === settings.mchId) return;
  output.note(`note: the parameters name another merchant. inrgate tries the keys of ${settings.mchId}`);
}

/** Arguments that the advice repeats: files, but no parameters. */
function again({ callback }: Options, inputs: readonly string[]): readonly string[] {
  if (callback !== undefined) return ['--callback', callback];
  const [file = 'FILE'] = inputs;
  return [inputs.length > 1 || file === '-' || file.includes('=') ? 'FILE' : file];
}
