import { formatIst } from '@inrgate/sdk/internal';
import type { ControlDeps } from './deps.ts';
import { onePage } from './paging.ts';

/** Calls that list the instances of the gateway. */
export function instanceControls({ instances }: ControlDeps) {
  return {
    /**
     * Lists the instances in one page, oldest first. Contains the start in real time and the number of current
     * deliveries.
     */
    list: async () => {
      const all = await instances.list();
      return onePage(
        all.map(({ id, startedAt, delivering }) => ({ id, startedAt: formatIst(startedAt), delivering })),
      );
    },
  };
}
