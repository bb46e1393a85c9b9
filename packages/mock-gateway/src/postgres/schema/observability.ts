import { lasting, numbering } from './lasting.ts';

/**
 * Data for observers (`postgres/cluster/request-log.ts`, `events.ts`). A transaction holds a lock from the assignment
 * of a number until the row is readable, so readers see the numbers in order. Numbers never restart, even if a crash of
 * the server empties the unlogged tables.
 */
export const watchTables = `
  CREATE SEQUENCE request_numbers;
  CREATE UNLOGGED TABLE requests (
    number bigint PRIMARY KEY,
    era bigint NOT NULL,
    status bigint NOT NULL,
    packed text NOT NULL,
    bytes bigint NOT NULL,
    -- The sum of all bytes up to here.
    total bigint NOT NULL
  );

  -- What was recorded has these numbers; the oldest go, many at a time, when there are twice as many as are to be kept.
  CREATE FUNCTION record_requests(
    eras bigint[], statuses bigint[], texts text[], sizes bigint[], most_requests bigint, most_bytes bigint
  ) RETURNS TABLE (given bigint) LANGUAGE plpgsql ${lasting} AS $$
    DECLARE
      first requests;
      last requests;
    BEGIN
      PERFORM pg_advisory_xact_lock(${numbering.requests});
      SELECT * INTO last FROM requests ORDER BY number DESC LIMIT 1;
      RETURN QUERY INSERT INTO requests
        SELECT nextval('request_numbers'), a.* FROM (
          SELECT era, status, packed, bytes, coalesce(last.total, 0) + sum(bytes) OVER (ORDER BY n)
          FROM unnest(eras, statuses, texts, sizes) WITH ORDINALITY AS u (era, status, packed, bytes, n) ORDER BY n
        ) AS a
        RETURNING number;
      SELECT * INTO first FROM requests ORDER BY number LIMIT 1;
      SELECT * INTO last FROM requests ORDER BY number DESC LIMIT 1;
      IF last.number - first.number + 1 >= 2 * most_requests
        OR last.total - first.total + first.bytes >= 2 * most_bytes
      THEN
        DELETE FROM requests r
          WHERE r.number <= last.number - most_requests OR r.total - r.bytes < last.total - most_bytes;
      END IF;
    END
  $$;

  CREATE SEQUENCE event_numbers;
  CREATE UNLOGGED TABLE events (
    number bigint PRIMARY KEY,
    sender text NOT NULL,
    event text NOT NULL,
    at timestamptz NOT NULL
  );
  CREATE INDEX events_by_age ON events (at);

  -- Gateways with somebody who listens.
  CREATE UNLOGGED TABLE watchers (
    id text PRIMARY KEY,
    until timestamptz NOT NULL
  );

  CREATE FUNCTION publish_events(from_sender text, texts text[], keep_ms bigint, channel text, note text)
  RETURNS void LANGUAGE plpgsql ${lasting} AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(${numbering.events});
      INSERT INTO events
        SELECT nextval('event_numbers'), from_sender, a.event, clock_timestamp()
        FROM (SELECT event FROM unnest(texts) WITH ORDINALITY AS u (event, n) ORDER BY n) AS a;
      DELETE FROM events WHERE at < clock_timestamp() - keep_ms * interval '1 ms';
      PERFORM pg_notify(channel, note);
    END
  $$;

  -- Listens from now on: the number that was given last.
  CREATE FUNCTION begin_to_watch(watcher text, lease_ms bigint) RETURNS TABLE (number bigint)
  LANGUAGE plpgsql ${lasting} AS $$
    BEGIN
      INSERT INTO watchers VALUES (watcher, clock_timestamp() + lease_ms * interval '1 ms')
        ON CONFLICT (id) DO UPDATE SET until = excluded.until;
      DELETE FROM watchers WHERE id IN (
        SELECT w.id FROM watchers w WHERE w.until < clock_timestamp() FOR UPDATE SKIP LOCKED
      );
      RETURN QUERY SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM event_numbers;
    END
  $$;
`;
