import { afterEach, beforeEach, describe } from 'vitest';
import { historyContract } from './history.contract.ts';
import { ledgerContract } from './ledger.contract.ts';
import { listsContract } from './lists.contract.ts';
import { metaContract } from './meta.contract.ts';
import { ordersContract } from './orders.contract.ts';
import { queueContract } from './queue.contract.ts';
import type { CurrentStore } from './samples.contract.ts';
import type { Store } from './store.ts';

/** Tests that every store must pass. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(`store contract on ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const current: CurrentStore = () => store;
    ordersContract(current);
    historyContract(current);
    listsContract(current);
    ledgerContract(current);
    queueContract(current);
    metaContract(current);
  });
}
