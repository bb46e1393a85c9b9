import { type Reply, Shop, success } from '../shop.ts';

/**
 * Acknowledges callbacks, and credits on the return page only. A customer who does not return is not
 * credited. Fix: credit the callback.
 */
export class OnlyTheReturnPage extends Shop {
  override async callback(): Promise<Reply> {
    return success;
  }
}
