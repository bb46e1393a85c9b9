import { Shop } from '../src/shop.ts';

const shared = globalThis as { shop?: Shop };
shared.shop ??= new Shop();

/** Store the shop in `globalThis`, because each route of Next.js may have its own copy of this module. */
export const { shop } = shared;
