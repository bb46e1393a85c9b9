import { freePort } from '../../../test/free-port.ts';

/** Ports that the pages use: for a gateway, a shop, another shop and a proxy. */
const known = [4300, 3000, 3001, 4400] as const;

/** Matches a port of the pages, but not digits of an amount or of another number. */
const mention = new RegExp(`(?<![\\d.,-])(?:${known.join('|')})(?![\\d]|[.,]\\d)`, 'g');

/**
 * Free ports that replace a page's ports, so the tests of several pages can run simultaneously and next to other
 * programs.
 */
export class Ports {
  readonly #free: ReadonlyMap<string, number>;

  private constructor(free: ReadonlyMap<string, number>) {
    this.#free = free;
  }

  /** @param gateway port of a running gateway that replaces port 4300 */
  static async find(gateway?: number): Promise<Ports> {
    const found = await Promise.all(known.map(async (port) => [String(port), await freePort()] as const));
    return new Ports(new Map([...found, ...(gateway === undefined ? [] : [['4300', gateway] as const])]));
  }

  get gateway(): number {
    return this.of(4300);
  }

  of(port: number): number {
    return this.#free.get(String(port)) ?? port;
  }

  /** Replaces the ports in a string of the page. */
  in(text: string): string {
    return text.replaceAll(mention, (port) => String(this.of(Number(port))));
  }
}
