import { lasting } from './lasting.ts';

/**
 * Call counts of callers and locks of IP addresses (`postgres/cluster/rate-limits.ts`, `signature-locks.ts`). A
 * statement locks its rows in the order of their names, which prevents deadlocks.
 */
export const limitTables = `
  CREATE UNLOGGED TABLE rates (
    era bigint NOT NULL,
    caller text COLLATE "C" NOT NULL,
    -- The one unseen for longest is forgotten first.
    seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    -- Instants of the calls that were let through, oldest first.
    calls bigint[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (era, caller)
  ) WITH (fillfactor = 50);

  -- For each call the seconds to wait; null when it is let through.
  CREATE FUNCTION admit(
    asked_era bigint, callers text[], limits bigint[], instants bigint[], window_ms bigint, most_callers bigint
  ) RETURNS TABLE (retry_after integer) LANGUAGE plpgsql ${lasting} AS $$
    DECLARE
      one record;
      recent bigint[];
      leaves bigint;
      has_new boolean := false;
      answers integer[] := array_fill(NULL::integer, ARRAY[cardinality(callers)]);
    BEGIN
      FOR one IN
        SELECT * FROM unnest(callers, limits, instants) WITH ORDINALITY AS a (caller, most, now, n)
        ORDER BY a.caller COLLATE "C", a.n
      LOOP
        LOOP
          SELECT r.calls INTO recent FROM rates r WHERE r.era = asked_era AND r.caller = one.caller FOR UPDATE;
          EXIT WHEN FOUND;
          INSERT INTO rates (era, caller) VALUES (asked_era, one.caller) ON CONFLICT DO NOTHING;
          has_new := true;
        END LOOP;
        WHILE recent[1] <= one.now - window_ms LOOP recent := recent[2:]; END LOOP;
        IF cardinality(recent) < one.most THEN
          UPDATE rates r SET calls = recent || one.now WHERE r.era = asked_era AND r.caller = one.caller;
        ELSE
          leaves := coalesce(recent[cardinality(recent) - one.most + 1], one.now);
          answers[one.n] := greatest(1, ceil((leaves + window_ms - one.now) / 1000.0));
        END IF;
      END LOOP;
      IF has_new THEN
        DELETE FROM rates WHERE seq IN (
          SELECT r.seq FROM rates r WHERE r.seq <= (SELECT max(m.seq) FROM rates m) - most_callers
          FOR UPDATE SKIP LOCKED
        );
      END IF;
      RETURN QUERY SELECT unnest(answers);
    END
  $$;

  CREATE UNLOGGED TABLE failures (
    era bigint NOT NULL,
    ip text COLLATE "C" NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    -- Instants of the wrong signatures within the window, oldest first.
    failed bigint[] NOT NULL DEFAULT '{}',
    -- How many of them locked the address.
    locking bigint NOT NULL DEFAULT 0,
    locked_until bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (era, ip)
  ) WITH (fillfactor = 50);
  CREATE INDEX failures_locking ON failures (era) WHERE locked_until > 0;

  CREATE FUNCTION record_failures(
    asked_era bigint, ips text[], allowed bigint[], windows_ms bigint[], locks_ms bigint[], instants bigint[],
    most_addresses bigint
  ) RETURNS void LANGUAGE plpgsql ${lasting} AS $$
    DECLARE
      one record;
      recent bigint[];
      has_new boolean := false;
    BEGIN
      FOR one IN
        SELECT * FROM unnest(ips, allowed, windows_ms, locks_ms, instants) WITH ORDINALITY
          AS a (ip, most, window_ms, lock_ms, now, n)
        ORDER BY a.ip COLLATE "C", a.n
      LOOP
        LOOP
          SELECT f.failed INTO recent FROM failures f WHERE f.era = asked_era AND f.ip = one.ip FOR UPDATE;
          EXIT WHEN FOUND;
          INSERT INTO failures (era, ip) VALUES (asked_era, one.ip) ON CONFLICT DO NOTHING;
          has_new := true;
        END LOOP;
        recent := recent || one.now;
        WHILE recent[1] <= one.now - one.window_ms LOOP recent := recent[2:]; END LOOP;
        IF cardinality(recent) < one.most THEN
          UPDATE failures f SET failed = recent WHERE f.era = asked_era AND f.ip = one.ip;
        ELSE
          UPDATE failures f SET failed = '{}', locking = cardinality(recent), locked_until = one.now + one.lock_ms
            WHERE f.era = asked_era AND f.ip = one.ip;
        END IF;
      END LOOP;
      IF has_new THEN
        DELETE FROM failures WHERE seq IN (
          SELECT f.seq FROM failures f WHERE f.seq <= (SELECT max(m.seq) FROM failures m) - most_addresses
          FOR UPDATE SKIP LOCKED
        );
      END IF;
    END
  $$;
`;
