import { buffer } from 'node:stream/consumers';
import { type FlatParams, FlatParseError, parseFlat, textParams } from '@inrgate/sdk/protocol';
import { Argument } from 'commander';
import { completedWith } from '../input/completed-with.ts';
import { readNamedFile } from '../input/named-file.ts';
import { keyAsArgument } from '../input/wrong-usage.ts';
import { UsageError } from '../output/usage-error.ts';

/** Parameters of a request or a callback, by name: the literal text of each. */
export type Params = ReadonlyMap<string, string>;

/** Where the parameters come from, as an argument of the command line. */
export function inputArgument(): Argument {
  const argument = new Argument(
    '[input...]',
    'name=value for each parameter, or a file of JSON or form text; - or nothing is standard input',
  );
  return completedWith(argument, 'files');
}

const pair = /^([A-Za-z_][\w.-]*)=(.*)$/s;

/** What was read: the bytes, or the text that pairs make, and the parameters in it. */
export interface Input {
  readonly body: Buffer | string;
  readonly contentType: string;
  readonly params: FlatParams;
}

/**
 * Reads parameters as they would travel: the literal text of each.
 *
 * @throws {UsageError} for what cannot be read; it never repeats what it read
 */
export async function readParams(inputs: readonly string[]): Promise<Params> {
  return textParams((await readInput(inputs)).params);
}

/**
 * Reads parameters together with how each was written.
 *
 * @throws {UsageError} for what cannot be read; it never repeats what it read
 */
export async function readInput(inputs: readonly string[]): Promise<Input> {
  const pairs = inputs.map((input) => pair.exec(input));
  const input =
    pairs.length > 0 && pairs.every((match) => match !== null)
      ? readText(new URLSearchParams([...named(pairs)]).toString())
      : readText(await read(inputs));
  if (input.params.size === 0) throw new UsageError('there are no parameters');
  return input;
}

/**
 * Reads a file that an option or argument names; - is standard input. UTF-16, which PowerShell writes, becomes UTF-8.
 *
 * @param name what an error calls it, if not by its name
 * @throws {UsageError}
 */
export async function readFileOrInput(file: string, name = file): Promise<Buffer> {
  return asUtf8(file === '-' ? await buffer(process.stdin) : await readNamedFile(file, { name }));
}

/** Without its byte order mark, which tells UTF-16 from everything else: no UTF-8 begins with these bytes. */
function asUtf8(bytes: Buffer): Buffer {
  const mark = bytes.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined;
  return encoding === undefined ? bytes : Buffer.from(new TextDecoder(encoding).decode(bytes));
}

function named(pairs: readonly (readonly string[])[]): Params {
  const params = new Map(pairs.map(([, name = '', value = '']) => [name, value]));
  if (params.size < pairs.length) throw new UsageError('a parameter is given twice');
  const key = [...params.keys()].find((name) => keyNames.has(name));
  if (key !== undefined) throw keyAsArgument(key);
  return params;
}

/** No parameters of the API. `api_key` is one (spec: Legacy v1). */
const keyNames: ReadonlySet<string> = new Set(['key', 'mchKey', 'mchSecret', 'api_secret']);

async function read([file = '-', ...others]: readonly string[]): Promise<Buffer> {
  if (others.length > 0) throw new UsageError('give name=value for each parameter, or one file');
  if (file === '-' && process.stdin.isTTY) {
    throw new UsageError('which parameters? Give name=value for each, a file, or JSON on standard input');
  }
  return readFileOrInput(file, hasExtension.test(file) ? file : 'the input');
}

/** What is meant as a file; anything else may be a key, which is not repeated. */
const hasExtension = /\.\w{1,8}$/;

const openBrace = 0x7b;
const openBracket = 0x5b;

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/**
 * Parameters in a text, which is JSON or a form.
 *
 * @throws {UsageError} for what cannot be read; it never repeats what it read
 */
export function readText(body: Buffer | string): Input {
  const isJson = looksLikeJson(body);
  const contentType = isJson ? json : form;
  try {
    const params = parseFlat(isJson ? body : withoutLineEnd(body), contentType);
    return { body, contentType, params };
  } catch (error) {
    if (!(error instanceof FlatParseError)) throw error;
    const kind = isJson ? 'JSON' : 'form text (JSON begins with {)';
    throw new UsageError(`read as ${kind}: ${error.message}`, { cause: error });
  }
}

function looksLikeJson(body: Buffer | string): boolean {
  const first = Buffer.from(body).find((byte) => ![0x09, 0x0a, 0x0d, 0x20].includes(byte));
  return first === openBrace || first === openBracket;
}

/**
 * The raw body of a callback, without the line end that an editor or a shell put behind a form.
 *
 * @throws {UsageError}
 */
export async function readBody(file: string): Promise<Buffer> {
  const body = await readFileOrInput(file);
  return looksLikeJson(body) ? body : withoutLineEnd(body);
}

/** In a form a line end is written as %0A; one at the end was put there by an editor or by echo. */
function withoutLineEnd(body: Buffer | string): Buffer {
  return Buffer.from(
    Buffer.from(body)
      .toString('latin1')
      .replace(/\r?\n$/, ''),
    'latin1',
  );
}
