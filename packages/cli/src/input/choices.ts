import { didYouMean } from '@inrgate/sdk/basics';
import { type Argument, InvalidArgumentError, type Option } from 'commander';

/** Limits the words. An error suggests the nearest allowed word. */
export function oneOf<T extends Option | Argument>(target: T, choices: readonly string[]): T {
  target.choices(choices);
  target.argParser((word: string) => {
    if (choices.includes(word)) return word;
    throw new InvalidArgumentError(`Expected ${anyOf(choices)}.${didYouMean(word, choices)}`);
  });
  return target;
}

/** Makes an option repeatable. Collects its values in a list. */
export function repeatable(option: Option): Option {
  const read = option.parseArg;
  return option.argParser((value: string, before: readonly string[] = []) => {
    read?.(value, undefined);
    return [...before, value];
  });
}

/** Returns all members of a union in this order. A missing or unknown member is a compiler error. */
export function allOf<Member extends string>(members: Readonly<Record<Member, true>>): readonly Member[] {
  return Object.keys(members) as Member[];
}

/** Formats a list of words: `bank, upi or usdt`. */
export function anyOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
