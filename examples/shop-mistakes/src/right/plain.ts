import { Shop } from '../shop.ts';

/** The correct shop: it stores the order first, then credits and marks the order in one transaction. */
export class Plain extends Shop {}
