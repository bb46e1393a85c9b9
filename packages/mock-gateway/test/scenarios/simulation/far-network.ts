import type { Process, World } from './world.ts';

/** The network between a gateway and the shared state. */
export class FarNetwork {
  readonly world: World;
  readonly process: Process;

  constructor(world: World, process: Process) {
    this.world = world;
    this.process = process;
  }

  /** Makes a call that takes effect at one point in time and returns later. */
  call<T>(name: string, effect: () => T | Promise<T>): Promise<T> {
    return this.#call(name, effect, null);
  }

  /** Makes a call that takes effect after all earlier calls of this method. */
  inOrder<T>(name: string, effect: () => T | Promise<T>): Promise<T> {
    return this.#call(name, effect, this.process);
  }

  #call<T>(name: string, effect: () => T | Promise<T>, line: object | null): Promise<T> {
    const { world, process } = this;
    return new Promise((resolve, reject) => {
      // Most calls are as fast as on one machine, so simultaneous calls take effect at nearly the same time.
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
