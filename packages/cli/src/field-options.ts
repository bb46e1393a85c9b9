import type { RequestField } from '@inrgate/sdk/protocol';
import { type Command, Option } from 'commander';
import { UsageError } from './exit-codes.ts';

/** Set by the command itself for every request. */
const own = new Set(['mchId', 'sign']);

/** An option for each parameter of a request: the wire field `fooBar` is `--foo-bar`. */
export function addFieldOptions(command: Command, fields: readonly RequestField<string>[]): Command {
  for (const { name, required, description } of fields.filter((field) => !own.has(field.name))) {
    const summary = `${plain(description)}${required ? ' Required.' : ''}`;
    command.addOption(new Option(`${flag(name)} <${placeholder(name)}>`, summary));
  }
  return command;
}

/**
 * The parameters among the options. Missing ones are found here and not by commander, which would report them
 * before a misspelt option that was meant to be one of them.
 *
 * @throws {UsageError} that names a missing one
 */
export function pickFields<O extends object>(options: O, fields: readonly RequestField<string>[]): O {
  const wanted = fields.filter(({ name }) => !own.has(name));
  const missing = wanted.find(({ name, required }) => required && !Object.hasOwn(options, name));
  if (missing !== undefined)
    throw new UsageError(`${flag(missing.name)} is missing, such as ${example(missing)}`);
  const names = new Set(wanted.map(({ name }) => name));
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.has(name))) as O;
}

/** A word as a shell takes it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function flag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function example(field: RequestField<string>): string {
  return `${flag(field.name)} ${shellWord(field.example)}`;
}

function placeholder(name: string): string {
  if (name === 'amount') return 'amount';
  return name.endsWith('Url') ? 'url' : 'text';
}

/** Help is no Markdown. */
function plain(description: string): string {
  return description.replaceAll('`', '');
}
