import type { RequestField } from '@inrgate/sdk/protocol';
import { type Command, Option } from 'commander';
import { shellWord } from '../output/output.ts';
import { UsageError } from '../output/usage-error.ts';
import { oneOf } from './choices.ts';

type Fields = readonly RequestField<string>[];

const own = new Set(['mchId', 'api_key', 'sign']);

/** Returns the parameters that a caller can set. `param` is the SDK name. */
export function paramsOf(fields: Fields) {
  return fields.filter(({ name }) => !own.has(name)).map((field) => ({ ...field, param: camel(field.name) }));
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function paramNames(fields: Fields): readonly string[] {
  return paramsOf(fields).map(({ param }) => param);
}

/** The wire fields `fooBar` and `foo_bar` become `--foo-bar`. `choices` are the allowed values. */
export function addFieldOptions(
  command: Command,
  fields: Fields,
  choices: Readonly<Record<string, readonly string[]>> = {},
): Command {
  for (const { name, required, description } of paramsOf(fields)) {
    const summary = `${plain(description)}${required ? ' Required.' : ''}`;
    const option = new Option(`${flagOf(name)} <${placeholder(name)}>`, summary);
    const known = choices[name];
    command.addOption(known === undefined ? option : oneOf(option, known));
  }
  return command;
}

/**
 * Selects the parameters from the options, by their SDK names. Checks for missing parameters here, because commander
 * would report a missing option before a misspelt option.
 *
 * @throws {UsageError} with the name of a missing parameter
 */
export function pickFields<O extends object>(options: O, fields: Fields): O {
  const wanted = paramsOf(fields);
  const missing = wanted.find(({ param, required }) => required && !Object.hasOwn(options, param));
  if (missing !== undefined)
    throw new UsageError(`${flagOf(missing.name)} is missing. Example: ${example(missing)}`);
  const names = new Set(wanted.map(({ param }) => param));
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.has(name))) as O;
}

export function optionWords(params: object): readonly string[] {
  return Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [flagOf(name), String(value)],
  );
}

export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')}`;
}

function example(field: RequestField<string>): string {
  return `${flagOf(field.name)} ${shellWord(field.example)}`;
}

function placeholder(name: string): string {
  if (name === 'amount') return 'amount';
  return /url$/i.test(name) ? 'url' : 'text';
}

function plain(description: string): string {
  return description.replaceAll('`', '');
}
