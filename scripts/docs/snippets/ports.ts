import { freePort } from '../../../test/free-port.ts';

/** What the pages call the gateway, a shop, another shop and a proxy. */
const known = [4300, 3000, 3001, 4400] as const;

/** A port of the pages; not the digits of an amount or a number. */
const mention = new RegExp(`(?<![\\d.,-])(?:${known.join('|')})(?![\\d]|[.,]\\d)`, 'g');

/** The free ports that stand in for those of a page, so that pages run at the same time and beside anything else. */
export class Ports {
  readonly #free: ReadonlyMap<string, number>;

  private constructor(free: ReadonlyMap<string, number>) {
    this.#free = free;
  }

  static async find(): Promise<Ports> {
    return new Ports(
      new Map(await Promise.all(known.map(async (port) => [String(port), await freePort()] as const))),
    );
  }

  get gateway(): number {
    return this.of(4300);
  }

  /** The port that stands in for one of the page's. */
  of(port: number): number {
    return this.#free.get(String(port)) ?? port;
  }

  /** A text of the page with the ports that are used. */
  in(text: string): string {
    return text.replaceAll(mention, (port) => String(this.of(Number(port))));
  }
}
