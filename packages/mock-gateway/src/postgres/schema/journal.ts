/**
 * The accounts with their balances, and the journal from which the balances follow. Every successful order changes the
 * gateway's own accounts. To avoid lock waits, each writer changes its own slot, and the balance is the sum of the
 * slots.
 */
export const journalTables = `
  CREATE TABLE accounts (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    mch_id text REFERENCES merchants (mch_id),
    balance bigint NOT NULL DEFAULT 0,
    CHECK (mch_id IS NULL OR balance >= 0)
  );
  CREATE INDEX accounts_by_merchant ON accounts (mch_id);

  CREATE TABLE slots (
    account_seq bigint NOT NULL REFERENCES accounts (seq),
    slot bigint NOT NULL,
    balance bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_seq, slot)
  ) WITH (fillfactor = 50);

  CREATE FUNCTION open_gateway_accounts() RETURNS void LANGUAGE sql AS $$
    INSERT INTO accounts (name) VALUES
      ('gateway:collected'), ('gateway:paid_out'), ('gateway:fees'), ('gateway:topups');
    INSERT INTO slots (account_seq, slot) SELECT seq, slot FROM accounts, generate_series(0, 15) AS slot
      WHERE mch_id IS NULL ORDER BY seq, slot;
  $$;
  SELECT open_gateway_accounts();

  CREATE TABLE transactions (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    kind text NOT NULL CHECK (kind IN ('payin', 'link', 'hold', 'capture', 'release', 'credit')),
    mch_id text NOT NULL REFERENCES merchants (mch_id),
    order_no text,
    at bigint NOT NULL,
    UNIQUE (order_no, kind),
    CHECK ((kind = 'credit') = (order_no IS NULL))
  );
  CREATE INDEX transactions_by_merchant ON transactions (mch_id, seq);
  -- A hold is captured or released, once.
  CREATE UNIQUE INDEX transactions_one_resolution ON transactions (order_no) WHERE kind IN ('capture', 'release');

  CREATE TABLE entries (
    transaction_seq bigint NOT NULL REFERENCES transactions (seq),
    account_seq bigint NOT NULL REFERENCES accounts (seq),
    amount bigint NOT NULL CHECK (amount <> 0),
    position bigint NOT NULL,
    PRIMARY KEY (transaction_seq, position),
    UNIQUE (transaction_seq, account_seq)
  );

  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the journal is append-only'; END
  $$;
  CREATE TRIGGER transactions_stay BEFORE UPDATE OR DELETE ON transactions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  -- Not even by whoever made the tables. PostgreSQL checks a foreign key with the right to update one column at least
  -- (postgresql.org/docs/current/sql-select, "The Locking Clause").
  REVOKE UPDATE, DELETE ON transactions, entries FROM PUBLIC, CURRENT_USER;
  GRANT UPDATE (seq) ON transactions TO CURRENT_USER;
`;

export const forgottenMoney: readonly string[] = ['accounts', 'slots', 'transactions', 'entries'];
