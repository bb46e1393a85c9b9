import { Shop } from '../src/shop.ts';

const shared = globalThis as { shop?: Shop };
shared.shop ??= new Shop();

/** One shop for the process, because each route of Next.js may have its own copy of this module. */
export const { shop } = shared;
