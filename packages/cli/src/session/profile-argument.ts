import { Argument } from 'commander';
import { completedWith } from '../input/completed-with.ts';
import { readProfiles } from './profile-store.ts';

/** The name of a saved profile, as an argument. */
export function profileArgument(usage: string): Argument {
  const argument = new Argument(usage, 'the name that it was saved under');
  return completedWith(argument, () => [...readProfiles().byName.keys()]);
}
