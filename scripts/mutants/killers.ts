/** Maximum number of tests to remember for each source. */
const most = 25;

/**
 * Tests that found the latest mutants of each source, latest first, because they often find neighbouring mutants too.
 */
export class Killers {
  readonly #ids = new Map<string, readonly string[]>();

  /** @param key the mutant's key, which begins with the name of its source */
  remember(key: string, id: string): void {
    const earlier = this.of(key).filter((one) => one !== id);
    this.#ids.set(sourceOf(key), [id, ...earlier].slice(0, most));
  }

  of(key: string): readonly string[] {
    return this.#ids.get(sourceOf(key)) ?? [];
  }
}

function sourceOf(key: string): string {
  return key.split(' ', 1).join();
}
