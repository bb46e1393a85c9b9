import { formatIst } from '@inrgate/sdk/internal';
import type { ControlDeps } from './deps.ts';
import { onePage } from './paging.ts';

/** The gateways that are together this one. */
export function instanceControls({ instances }: ControlDeps) {
  return {
    /** Each with its start, in real time, and the callbacks that it delivers; in one page, the oldest first. */
    list: async () => {
      const all = await instances.list();
      return onePage(
        all.map(({ id, startedAt, delivering }) => ({ id, startedAt: formatIst(startedAt), delivering })),
      );
    },
  };
}
