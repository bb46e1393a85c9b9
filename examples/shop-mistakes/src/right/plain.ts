import { Shop } from '../shop.ts';

/** The steps of `Shop`: it stores the order first, then credits and marks in one transaction. */
export class Plain extends Shop {}
