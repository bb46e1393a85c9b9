import { insertInto } from './writes.ts';

/** Assignments that restore the schedule before the claim. */
const unclaimed = `state = coalesce(resend_state, 'pending'), resend_state = NULL, lease_until = NULL,
  lease_owner = NULL, lease_receiver = NULL`;

/** Assignments of a lease in real time, measured by the database's clock. */
const leased = `state = 'delivering', lease_until = clock_timestamp() + make_interval(secs => (c->>'ms')::float8 / 1000),
  lease_owner = c->>'owner', fence = fence + 1`;

/** The outbox. A claim increases the row's fence, so `seq` with `fence` identifies one claim. */
export const queue = `
  CREATE FUNCTION callback_json(callback callbacks) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT to_jsonb(callback) || jsonb_build_object('attempts', (
      SELECT coalesce(jsonb_agg(to_jsonb(attempts) ORDER BY number), '[]') FROM attempts
      WHERE callback_seq = callback.seq))
  $$;

  -- Whoever is late in renewing one is passed over, and so is whoever is just finishing.
  CREATE FUNCTION end_leases(still_delivering jsonb) RETURNS void LANGUAGE sql AS $$
    UPDATE callbacks SET ${unclaimed} WHERE seq IN (
      SELECT seq FROM callbacks
      WHERE state = 'delivering' AND lease_until <= clock_timestamp() AND NOT still_delivering ? id
      FOR UPDATE SKIP LOCKED)
  $$;

  -- How many each receiver has on the way: of the claimant as it says, of others by their leases.
  CREATE FUNCTION places_taken(c jsonb) RETURNS jsonb LANGUAGE sql AS $$
    SELECT coalesce(jsonb_object_agg(receiver, places), '{}') FROM (
      SELECT receiver, sum(places) AS places FROM (
        SELECT key AS receiver, value::bigint AS places FROM jsonb_each_text(c->'busy')
        UNION ALL SELECT lease_receiver, 1 FROM callbacks
          WHERE state = 'delivering' AND lease_until > clock_timestamp() AND lease_owner <> c->>'owner'
      ) AS each_place GROUP BY receiver) AS sums
  $$;

  -- Those that have waited longest, when none of their receivers has too many; null when one has.
  CREATE FUNCTION longest_waiting(c jsonb, taken jsonb) RETURNS bigint[] LANGUAGE sql AS $$
    SELECT CASE WHEN bool_and(nth + coalesce((taken->>receiver)::bigint, 0) <= (c->>'per_receiver')::bigint)
      IS NOT FALSE THEN coalesce(array_agg(seq), '{}') END
    FROM (
      SELECT seq, receiver, row_number() OVER (PARTITION BY receiver ORDER BY next_attempt_at, seq) AS nth
      FROM (
        SELECT seq, receiver, next_attempt_at FROM callbacks
        WHERE state = 'pending' AND next_attempt_at <= (c->>'now')::bigint
        ORDER BY next_attempt_at, seq LIMIT (c->>'at_most')::bigint
      ) AS due
    ) AS numbered
  $$;

  -- The same for receivers that have room, each by one step of the index: ten thousand that wait for a receiver which
  -- hangs are passed over at once (invariant: a hung receiver delays no other).
  CREATE FUNCTION longest_waiting_with_room(c jsonb, taken jsonb) RETURNS bigint[] LANGUAGE sql AS $$
    WITH RECURSIVE receivers (name) AS (
      SELECT min(receiver) FROM callbacks WHERE state = 'pending'
      UNION ALL
      SELECT (SELECT min(receiver) FROM callbacks WHERE state = 'pending' AND receiver > name)
      FROM receivers WHERE name IS NOT NULL
    )
    SELECT coalesce(array_agg(seq), '{}') FROM (
      SELECT due.seq FROM receivers CROSS JOIN LATERAL (
        SELECT seq, next_attempt_at FROM callbacks
        WHERE state = 'pending' AND receiver = name AND next_attempt_at <= (c->>'now')::bigint
        ORDER BY next_attempt_at, seq
        LIMIT greatest((c->>'per_receiver')::bigint - coalesce((taken->>name)::bigint, 0), 0)
      ) AS due
      WHERE name IS NOT NULL ORDER BY next_attempt_at, seq LIMIT (c->>'at_most')::bigint
    ) AS first
  $$;

  CREATE FUNCTION claim_due(c jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    taken jsonb;
    picked bigint[];
    claims jsonb;
  BEGIN
    PERFORM end_leases(c->'delivering');
    taken := places_taken(c);
    picked := longest_waiting(c, taken);
    IF picked IS NULL THEN picked := longest_waiting_with_room(c, taken); END IF;
    IF picked = '{}' THEN RETURN '[]'; END IF;
    WITH claimed AS (
      UPDATE callbacks SET ${leased}, lease_receiver = receiver
      WHERE seq IN (SELECT seq FROM callbacks WHERE seq = ANY (picked) AND state = 'pending' FOR UPDATE SKIP LOCKED)
      RETURNING seq, next_attempt_at, callback_json(callbacks) AS json
    )
    SELECT coalesce(jsonb_agg(json ORDER BY next_attempt_at, seq), '[]') INTO claims FROM claimed;
    RETURN claims;
  END $$;

  CREATE FUNCTION claim_for_resend(c jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    claimed jsonb;
  BEGIN
    PERFORM end_leases(c->'delivering');
    UPDATE callbacks SET resend_state = state, ${leased}, lease_receiver = c->>'receiver'
      WHERE id = c->>'id' AND state <> 'delivering' RETURNING callback_json(callbacks) INTO claimed;
    RETURN claimed;
  END $$;

  CREATE FUNCTION renew_lease(c jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE callbacks SET lease_until = clock_timestamp() + make_interval(secs => (c->>'ms')::float8 / 1000)
      WHERE seq = (c->>'seq')::bigint AND fence = (c->>'fence')::bigint AND state = 'delivering';
    RETURN FOUND;
  END $$;

  CREATE FUNCTION finish_attempt(c jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE callbacks SET state = c->>'state', next_attempt_at = (c->>'next_attempt_at')::bigint,
      url = coalesce(url, c->>'url'), receiver = coalesce(receiver, c->>'receiver'),
      resend_state = NULL, lease_until = NULL, lease_owner = NULL, lease_receiver = NULL
      WHERE seq = (c->>'seq')::bigint AND fence = (c->>'fence')::bigint AND state = 'delivering';
    IF NOT FOUND THEN RETURN false; END IF;
    ${insertInto('attempts', `c->'attempt'`, { callback_seq: `(c->>'seq')::bigint` })};
    IF c->>'notification' IS NOT NULL THEN
      ${insertInto('notifications', `c->'notification'`)};
    END IF;
    RETURN true;
  END $$;

  CREATE FUNCTION release_claim(c jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE callbacks SET ${unclaimed}
      WHERE seq = (c->>'seq')::bigint AND fence = (c->>'fence')::bigint AND state = 'delivering';
    RETURN FOUND;
  END $$;

  CREATE FUNCTION release_owned(c jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE callbacks SET ${unclaimed} WHERE state = 'delivering' AND lease_owner = c->>'owner';
    RETURN FOUND;
  END $$;
`;
