export const forgottenBySnapshot = ['keys', 'standing'];

/**
 * State of the other instances that an instance must read before it responds
 * (`postgres/cluster/cluster-poller.ts`).
 */
export const snapshotTables = `
  -- Every key that a merchant has or had since the last start over: none of them is ever shown. They are numbered by the
  -- merchants' version, which is given under the lock of the gateway's row, so that none is seen after a later one.
  CREATE TABLE keys (
    version bigint NOT NULL,
    mch_key text NOT NULL,
    mch_secret text NOT NULL
  );
  CREATE INDEX keys_by_version ON keys (version);

  CREATE FUNCTION note_merchant() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE noted bigint;
    BEGIN
      UPDATE gateway SET merchants_version = merchants_version + 1 RETURNING merchants_version INTO noted;
      INSERT INTO keys VALUES (noted, NEW.mch_key, NEW.mch_secret);
      RETURN NULL;
    END
  $$;
  CREATE TRIGGER merchants_noted AFTER INSERT OR UPDATE ON merchants FOR EACH ROW EXECUTE FUNCTION note_merchant();

  -- The clock is being stepped by a gateway: those of the others stand where it stands, for as long as it renews that.
  CREATE UNLOGGED TABLE standing (
    one boolean PRIMARY KEY CHECK (one),
    owner text NOT NULL,
    at bigint NOT NULL,
    until timestamptz NOT NULL
  );
`;
