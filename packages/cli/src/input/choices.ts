import { type Argument, InvalidArgumentError, type Option } from 'commander';
import { didYouMean } from './suggest.ts';

/** Lets an option or argument be one of these words only; another is refused with the nearest of them. */
export function oneOf<T extends Option | Argument>(target: T, choices: readonly string[]): T {
  target.choices(choices);
  target.argParser((word: string) => {
    if (choices.includes(word)) return word;
    throw new InvalidArgumentError(`Expected ${anyOf(choices)}.${didYouMean(word, choices)}`);
  });
  return target;
}

/** All members of a union, in this order: with one too few or one too many it does not compile. */
export function allOf<Member extends string>(members: Readonly<Record<Member, true>>): readonly Member[] {
  return Object.keys(members) as Member[];
}

/** `bank, upi or usdt` */
export function anyOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
