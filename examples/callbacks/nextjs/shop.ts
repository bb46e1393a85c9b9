import { Shop } from '../src/shop.ts';

const shared = globalThis as { shop?: Shop };
shared.shop ??= new Shop();

/** One for the process: each route of Next.js may have a copy of this module of its own. */
export const { shop } = shared;
