import { buffer } from 'node:stream/consumers';
import { type FlatParams, FlatParseError, parseFlat, textParams } from '@inrgate/sdk/protocol';
import { Argument } from 'commander';
import { completedWith } from '../input/completed-with.ts';
import { readNamedFile } from '../input/files.ts';
import { keyAsArgument } from '../input/wrong-usage.ts';
import { UsageError } from '../output/usage-error.ts';

export type Params = ReadonlyMap<string, string>;

export function inputArgument(): Argument {
  const argument = new Argument(
    '[input...]',
    'name=value pairs, or a JSON or form-encoded file (- or omitted: standard input)',
  );
  return completedWith(argument, 'files');
}

const pair = /^([A-Za-z_][\w.-]*)=(.*)$/s;

/** Input as bytes or as an encoded string of name and value pairs, with its parameters. */
export interface Input {
  readonly body: Buffer | string;
  readonly contentType: string;
  readonly params: FlatParams;
}

/** @throws {UsageError} for invalid input, without its content */
export async function readParams(inputs: readonly string[]): Promise<Params> {
  return textParams((await readInput(inputs)).params);
}

/** @throws {UsageError} for invalid input, without its content */
export async function readInput(inputs: readonly string[]): Promise<Input> {
  const pairs = inputs.map((input) => pair.exec(input));
  const input =
    pairs.length > 0 && pairs.every((match) => match !== null)
      ? readText(new URLSearchParams([...named(pairs)]).toString())
      : readText(await read(inputs));
  if (input.params.size === 0) throw new UsageError('the input contains no parameters');
  return input;
}

/** Reads a file, or standard input for -. `name` is the name of the file in an error message. */
export async function readFileOrInput(file: string, name = file): Promise<Buffer> {
  return asUtf8(file === '-' ? await buffer(process.stdin) : await readNamedFile(file, { name }));
}

/** Converts UTF-16, which PowerShell writes, to UTF-8. UTF-8 never begins with the bytes of its mark. */
function asUtf8(bytes: Buffer): Buffer {
  const mark = bytes.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined;
  return encoding === undefined ? bytes : Buffer.from(new TextDecoder(encoding).decode(bytes));
}

function named(pairs: readonly (readonly string[])[]): Params {
  const params = new Map(pairs.map(([, name = '', value = '']) => [name, value]));
  if (params.size < pairs.length)
    throw new UsageError('a parameter is repeated. Use each parameter name once');
  const key = [...params.keys()].find((name) => keyNames.has(name));
  if (key !== undefined) throw keyAsArgument(key);
  return params;
}

const keyNames: ReadonlySet<string> = new Set(['key', 'mchKey', 'mchSecret', 'api_secret']);

async function read([file = '-', ...others]: readonly string[]): Promise<Buffer> {
  if (others.length > 0) throw new UsageError('use name=value for each parameter, or one file');
  if (file === '-' && process.stdin.isTTY) {
    throw new UsageError(
      'the parameters are missing. Pass name=value pairs, a file, or JSON on standard input',
    );
  }
  return withoutMark(await readFileOrInput(file, hasExtension.test(file) ? file : 'the input'));
}

/** Removes the byte order mark that an editor or PowerShell writes. It is no part of a request or a callback. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? bytes.subarray(3) : bytes;
}

/** Matches a file name. Any other word can be a key, which must not appear in a message. */
const hasExtension = /\.\w{1,8}$/;

const openBrace = 0x7b;
const openBracket = 0x5b;

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** @throws {UsageError} for an invalid string, without its content */
export function readText(body: Buffer | string): Input {
  const isJson = looksLikeJson(body);
  const contentType = isJson ? json : form;
  try {
    const params = parseFlat(isJson ? body : withoutLineEnd(body), contentType);
    return { body, contentType, params };
  } catch (error) {
    if (!(error instanceof FlatParseError)) throw error;
    const kind = isJson ? 'JSON' : 'form-encoded text (JSON begins with {)';
    throw new UsageError(`invalid ${kind}: ${error.message}`, { cause: error });
  }
}

function looksLikeJson(body: Buffer | string): boolean {
  const first = Buffer.from(body).find((byte) => ![0x09, 0x0a, 0x0d, 0x20].includes(byte));
  return first === openBrace || first === openBracket;
}

/**
 * Reads the raw body of a callback. Removes the line end that an editor or a shell added to a form.
 *
 * @throws {UsageError}
 */
export async function readBody(file: string): Promise<Buffer> {
  const body = withoutMark(await readFileOrInput(file));
  return looksLikeJson(body) ? body : withoutLineEnd(body);
}

/** An editor or echo may have added the line end. A form encodes its own line ends as %0A. */
function withoutLineEnd(body: Buffer | string): Buffer {
  return Buffer.from(
    Buffer.from(body)
      .toString('latin1')
      .replace(/\r?\n$/, ''),
    'latin1',
  );
}
