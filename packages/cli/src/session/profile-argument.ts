import { Argument } from 'commander';
import { completedWith } from '../input/completed-with.ts';
import { readProfiles } from './profile-store.ts';

/** Argument for the name of a saved profile. */
export function profileArgument(usage: string): Argument {
  const argument = new Argument(usage, 'name of the profile');
  return completedWith(argument, () => [...readProfiles().byName.keys()]);
}
