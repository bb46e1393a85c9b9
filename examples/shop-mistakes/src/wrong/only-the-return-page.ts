import { type Reply, Shop, success } from '../shop.ts';

/**
 * Acknowledges callbacks, but credits orders only on the return page. If the customer does not return, the order is
 * never credited. Fix: credit the order when the callback arrives.
 */
export class OnlyTheReturnPage extends Shop {
  override async callback(): Promise<Reply> {
    return success;
  }
}
