import type { Process, World } from './world.ts';

/** A gateway's way to what all share. */
export class FarNetwork {
  readonly world: World;
  readonly process: Process;

  constructor(world: World, process: Process) {
    this.world = world;
    this.process = process;
  }

  /** One call: it takes effect at one moment, and returns at a later one. */
  call<T>(name: string, effect: () => T | Promise<T>): Promise<T> {
    return this.#call(name, effect, null);
  }

  /** One that takes effect after those that were asked for before. */
  inOrder<T>(name: string, effect: () => T | Promise<T>): Promise<T> {
    return this.#call(name, effect, this.process);
  }

  #call<T>(name: string, effect: () => T | Promise<T>, line: object | null): Promise<T> {
    const { world, process } = this;
    return new Promise((resolve, reject) => {
      // Half of them are as quick as one machine: what is asked together is then seen together.
      const isSwift = world.chance(60);
      const delay = () => (isSwift ? 0 : world.one([0, 5, 100, 900]));
      const answer = (tell: () => void) => {
        if (isSwift) tell();
        else world.soon(`${name} is answered`, tell, { process, within: delay() });
      };
      world.soon(
        name,
        () => {
          Promise.resolve()
            .then(effect)
            .then(
              (value) => answer(() => resolve(value)),
              (error: unknown) => answer(() => reject(error)),
            );
        },
        { process, within: delay(), line },
      );
    });
  }
}
