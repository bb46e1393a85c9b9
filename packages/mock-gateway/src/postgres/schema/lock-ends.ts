import { lasting } from './lasting.ts';

/**
 * Version 4: the present state ends with the end of the last lock of an IP address. A create can therefore ignore ended
 * locks. The word that says whether a lock exists stays, because instances of version 3 read it.
 */
export const lockEnds = `
  CREATE INDEX failures_locked_until ON failures (era, locked_until) WHERE locked_until > 0;
  DROP INDEX failures_locking;

  -- Without the clock steps of the owner. The poller reads the words in this order.
  CREATE OR REPLACE FUNCTION present_state(own text) RETURNS text LANGUAGE plpgsql STABLE ${lasting} AS $$
  BEGIN
    RETURN (SELECT concat_ws(' ', g.era, g.merchants_version,
      coalesce((SELECT version FROM settings), 0), coalesce((SELECT version FROM clock), 0),
      coalesce((SELECT at FROM standing WHERE until > clock_timestamp() AND owner <> own), 0),
      EXISTS (SELECT FROM faults f WHERE f.era = g.era AND f.is_any),
      EXISTS (SELECT FROM failures f WHERE f.era = g.era AND f.locked_until > 0),
      EXISTS (SELECT FROM watchers WHERE until > clock_timestamp()),
      (SELECT count(*) FROM instances WHERE until > clock_timestamp()) > 1,
      coalesce((SELECT max(f.locked_until) FROM failures f WHERE f.era = g.era AND f.locked_until > 0), 0)
    ) FROM gateway g);
  END $$;
`;
