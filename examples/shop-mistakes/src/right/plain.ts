import { Shop } from '../shop.ts';

/** The steps of `Shop`, unchanged: the order is stored first, and one transaction credits and marks. */
export class Plain extends Shop {}
