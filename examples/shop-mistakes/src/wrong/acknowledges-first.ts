import type { Payin } from '../gateway.ts';
import { otherWork, type Reply, Shop, success } from '../shop.ts';

/**
 * Acknowledges the callback and stores it afterwards. If the process is killed between the two steps, the gateway does
 * not retry. Fix: store first, then acknowledge.
 */
export class AcknowledgesFirst extends Shop {
  override async callback(payin: Payin): Promise<Reply> {
    void otherWork().then(() => this.settle(payin));
    return success;
  }
}
