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
import { explanationData, explanationText, type Language, languages } from '../signing/explanation-text.ts';
import { keysWithin } from '../signing/keys-within.ts';
import { type Input, inputArgument, readBody, readFileOrInput, readInput } from '../signing/parameters.ts';
import { type Api, endpointOf, isCallback } from '../signing/taken-for.ts';
import { likelyKey } from '../signing/which-key.ts';

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

/** `inrgate explain [FILE|-]`. */
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
Reads the parameters of a request with their sign, as they were sent, and says why the sign is wrong: it makes the
mistakes that clients make, one at a time and then two together, until one gives exactly this sign. With --callback it
reads the raw body of a callback whose verification fails. When nothing matches, hand in the base string, the exact text
that your code hashes: it is compared character by character. The exit code is 0 when the sign is right, and 4 when it is
not.

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
    oneOf(new Option('--endpoint <name>', 'what was called, where the parameters do not tell'), endpoints),
    oneOf(new Option('--api <version>', 'which API was called'), ['v3', 'v1']).conflicts('endpoint'),
    new Option('--callback <file>', 'the raw body of a callback instead').conflicts(['endpoint', 'api']),
    new Option('--content-type <type>', 'the Content-Type header that it came with'),
    new Option('--base-string <file>', 'the text that your code hashes, to be compared'),
    new Option(
      '--sign <sign>',
      'the sign, if it is none of the parameters; of a callback, what your code makes',
    ),
    completedWith(
      new Option('--also-profile <name...>', "try this profile's keys too, for a mix-up of shops"),
      profiles,
    ),
    oneOf(new Option('--language <name>', 'the fix in this language alone'), languages),
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
      session.output.note('note: it has a status, so it is taken for a callback');
    return explainCallback(input.body, { ...known, computedSign: given.sign });
  }
  const operation = endpoint ?? endpointOf(input.params, api);
  if (endpoint === undefined && operation !== undefined) {
    session.output.note(`note: taken for a request to ${operation}; --endpoint says otherwise`);
  }
  return explainSignature(input.params, { ...known, operation, sign: given.sign });
}

/** Three bytes for one, as %XX, of the longest body: a text that is longer was never signed, and is compared for minutes. */
const longestBaseString = 3 * bodyLimit;

async function readBaseString(file: string): Promise<Uint8Array> {
  const text = await readFileOrInput(file);
  if (text.length <= longestBaseString) return text;
  throw new UsageError(
    `the base string is over ${longestBaseString / 1_024} KB: no request is that long, is it the right file?`,
  );
}

/** A callback is taken as it is, whatever it is; a request must be one. */
async function inputOf({ callback }: Options, inputs: readonly string[]): Promise<CallbackInput> {
  if (callback === undefined) return readInput(inputs);
  const body = await readBody(callback);
  if (body.length === 0) throw new UsageError('there is nothing in the body of the callback');
  return { body, contentType: undefined, params: new Map() };
}

/** An input whose content type nobody told. */
type CallbackInput = Omit<Input, 'contentType'> & { readonly contentType: string | undefined };

function refuseTwoInputs({ callback, baseString }: Options, inputs: readonly string[]): void {
  if (callback !== undefined && inputs.length > 0) {
    throw new UsageError('give either parameters, or --callback with the body of a callback');
  }
  const isInput = callback === undefined ? inputs.length === 0 || inputs[0] === '-' : callback === '-';
  if (isInput && baseString === '-') {
    throw new UsageError('standard input is one text: give a file for the other');
  }
}

/** Those that are known; one of them is asked for when there is none. */
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
  output.note(`note: the parameters name another merchant than ${settings.mchId}, whose keys are tried`);
}

/** What of the command is repeated in advice: files, and no parameters. */
function again({ callback }: Options, inputs: readonly string[]): readonly string[] {
  if (callback !== undefined) return ['--callback', callback];
  const [file = 'FILE'] = inputs;
  return [inputs.length > 1 || file === '-' || file.includes('=') ? 'FILE' : file];
}
