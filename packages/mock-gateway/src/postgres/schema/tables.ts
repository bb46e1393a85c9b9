/**
 * The tables of the store, as in SQLite (`sqlite/schema.ts`). Money is bigint (paise, micro-units of USDT, 1/10,000
 * rupee), and instants are epoch milliseconds. Only a reset deletes rows. `seq` continues after a reset, so its numbers
 * are never reused.
 */
export const storeTables = `
  -- What there is one of: how often it was started over, and how often a merchant was written.
  CREATE TABLE gateway (
    one boolean PRIMARY KEY CHECK (one),
    era bigint NOT NULL CHECK (era > 0),
    merchants_version bigint NOT NULL CHECK (merchants_version >= 0)
  );
  INSERT INTO gateway VALUES (true, 1, 0);

  -- Which groups of works were stored, and what was answered. One without results never can be: it was abandoned.
  CREATE TABLE groups (
    id uuid PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    results jsonb
  );
  CREATE INDEX groups_by_age ON groups USING brin (at);

  CREATE TABLE merchants (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    mch_id text NOT NULL UNIQUE,
    mch_key text NOT NULL UNIQUE,
    mch_secret text NOT NULL,
    callback_url text,
    callback_format text NOT NULL CHECK (callback_format IN ('json', 'form')),
    ip_allow_list text NOT NULL CHECK (ip_allow_list::json IS NOT NULL),
    inr_enabled boolean NOT NULL,
    usdt_enabled boolean NOT NULL,
    suspended boolean NOT NULL,
    payin_min bigint NOT NULL,
    payin_max bigint NOT NULL,
    payout_min bigint NOT NULL,
    payout_max bigint NOT NULL,
    payout_daily bigint NOT NULL,
    version bigint NOT NULL CHECK (version > 0)
  );

  CREATE TABLE deposits (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_no text NOT NULL UNIQUE,
    mch_id text NOT NULL REFERENCES merchants (mch_id),
    kind text NOT NULL CHECK (kind IN ('payin', 'link')),
    reference text CHECK (reference IS NOT NULL OR kind = 'link'),
    amount bigint NOT NULL CHECK (amount > 0),
    fee bigint NOT NULL CHECK (fee >= 0),
    net_amount bigint NOT NULL CHECK (net_amount >= 0),
    trade_type text NOT NULL CHECK (trade_type IN ('INRUPI', 'usdt')),
    usdt_amount bigint,
    usdt_rate bigint,
    usdt_address text,
    notify_url text,
    return_url text,
    note text NOT NULL,
    pay_token text NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'success', 'failed', 'expired')),
    state_at bigint,
    paid_amount bigint CHECK (paid_amount > 0),
    utr text,
    version bigint NOT NULL CHECK (version > 0),
    CHECK (fee + net_amount = amount),
    CHECK ((status IN ('success', 'failed')) = (state_at IS NOT NULL)),
    CHECK ((status = 'success') = (paid_amount IS NOT NULL)),
    CHECK ((usdt_amount IS NULL) = (usdt_rate IS NULL) AND (usdt_amount IS NULL) = (usdt_address IS NULL))
  );
  CREATE UNIQUE INDEX deposits_by_reference ON deposits (reference, mch_id, kind);
  CREATE INDEX deposits_by_merchant ON deposits (mch_id, kind, seq);
  CREATE INDEX deposits_by_status ON deposits (kind, status, seq);
  CREATE INDEX deposits_by_kind ON deposits (kind, seq);
  CREATE INDEX deposits_to_expire ON deposits (expires_at, seq) WHERE status = 'pending';

  CREATE TABLE payouts (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_no text NOT NULL UNIQUE,
    mch_id text NOT NULL REFERENCES merchants (mch_id),
    mch_order_no text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    fee bigint NOT NULL CHECK (fee >= 0),
    total_debit bigint NOT NULL,
    pay_type text NOT NULL CHECK (pay_type IN ('bank', 'upi', 'usdt')),
    bank_code text,
    account_name text,
    account_number text,
    ifsc text,
    upi_id text,
    usdt_address text,
    created_at bigint NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'processing', 'success', 'failed')),
    state_at bigint,
    txid text,
    message text,
    version bigint NOT NULL CHECK (version > 0),
    CHECK (amount + fee = total_debit),
    CHECK ((status = 'pending') = (state_at IS NULL)),
    CHECK ((status = 'failed') = (message IS NOT NULL)),
    CHECK ((pay_type = 'bank') = (bank_code IS NOT NULL AND account_name IS NOT NULL
      AND account_number IS NOT NULL AND ifsc IS NOT NULL)),
    CHECK ((pay_type = 'upi') = (upi_id IS NOT NULL)),
    CHECK ((pay_type = 'usdt') = (usdt_address IS NOT NULL))
  );
  CREATE UNIQUE INDEX payouts_by_reference ON payouts (mch_order_no, mch_id);
  CREATE INDEX payouts_by_merchant ON payouts (mch_id, seq);
  CREATE INDEX payouts_by_status ON payouts (status, seq);

  CREATE TABLE daily_withdrawals (
    mch_id text NOT NULL REFERENCES merchants (mch_id),
    day text NOT NULL,
    amount bigint NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (mch_id, day)
  );

  CREATE TABLE callbacks (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    kind text NOT NULL CHECK (kind IN ('payin', 'payout', 'link', 'test')),
    event text NOT NULL,
    mch_id text NOT NULL REFERENCES merchants (mch_id),
    order_no text,
    mch_order_no text,
    url text,
    receiver text,
    format text NOT NULL CHECK (format IN ('json', 'form')),
    body text NOT NULL,
    created_at bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'delivering', 'delivered', 'failed', 'undeliverable')),
    next_attempt_at bigint,
    -- A lease ends in real time, by the database's clock.
    lease_until timestamptz,
    lease_owner text,
    -- Where it is on its way to: an operator's re-send may go elsewhere.
    lease_receiver text,
    fence bigint NOT NULL DEFAULT 0,
    -- What an operator's re-send goes back to; null for a scheduled attempt.
    resend_state text CHECK (resend_state IN ('pending', 'delivered', 'failed', 'undeliverable')),
    -- Without an address until a re-send, wherever that went, has been made.
    CHECK ((url IS NULL) = (coalesce(resend_state, state) = 'undeliverable') AND (url IS NULL) = (receiver IS NULL)),
    CHECK ((state = 'delivering') = (lease_until IS NOT NULL)),
    CHECK ((lease_until IS NULL) = (lease_owner IS NULL) AND (lease_until IS NULL) = (lease_receiver IS NULL)),
    CHECK (resend_state IS NULL OR state = 'delivering'),
    CHECK (coalesce(resend_state, state) NOT IN ('pending', 'delivering') OR next_attempt_at IS NOT NULL)
  );
  CREATE UNIQUE INDEX callbacks_by_order ON callbacks (order_no, event);
  CREATE INDEX callbacks_by_merchant ON callbacks (mch_id, seq);
  CREATE INDEX callbacks_by_state ON callbacks (state, seq);
  -- Tests of the endpoint are told apart from what orders had to tell.
  CREATE INDEX callbacks_tests_by_state ON callbacks (state) WHERE kind = 'test';
  CREATE INDEX callbacks_due ON callbacks (next_attempt_at, seq) WHERE state = 'pending';
  CREATE INDEX callbacks_due_by_receiver ON callbacks (receiver, next_attempt_at, seq) WHERE state = 'pending';
  CREATE INDEX callbacks_leased ON callbacks (lease_until) WHERE state = 'delivering';

  CREATE TABLE attempts (
    callback_seq bigint NOT NULL REFERENCES callbacks (seq),
    number bigint NOT NULL CHECK (number > 0),
    manual boolean NOT NULL,
    url text NOT NULL,
    started_at bigint NOT NULL,
    duration_ms bigint NOT NULL,
    status bigint,
    response_body text,
    response_headers text CHECK (response_headers::json IS NOT NULL OR response_headers IS NULL),
    ok boolean NOT NULL,
    reason text,
    fault text CHECK (fault::json IS NOT NULL OR fault IS NULL),
    PRIMARY KEY (callback_seq, number)
  );

  CREATE TABLE notifications (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    mch_id text NOT NULL REFERENCES merchants (mch_id),
    at bigint NOT NULL,
    kind text NOT NULL,
    callback_id text NOT NULL REFERENCES callbacks (id),
    order_no text,
    message text NOT NULL
  );
  CREATE INDEX notifications_by_merchant ON notifications (mch_id, seq);

  CREATE TABLE moves (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_no text NOT NULL,
    at bigint NOT NULL,
    from_state text NOT NULL,
    to_state text NOT NULL,
    moved_by text NOT NULL CHECK (moved_by IN ('customer', 'operator', 'clock'))
  );
  CREATE INDEX moves_by_order ON moves (order_no, seq);

  CREATE TABLE settings (
    one boolean PRIMARY KEY CHECK (one),
    usdt_rate bigint,
    order_validity_minutes bigint NOT NULL,
    late_payments text NOT NULL CHECK (late_payments IN ('credit', 'refuse')),
    failed_payin_callback boolean NOT NULL,
    rate_limit_per_minute bigint,
    lock_failures bigint,
    lock_window_seconds bigint,
    lock_seconds bigint,
    maintenance boolean NOT NULL,
    provider_available boolean NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    CHECK ((lock_failures IS NULL) = (lock_window_seconds IS NULL)),
    CHECK ((lock_failures IS NULL) = (lock_seconds IS NULL))
  );

  CREATE TABLE config (
    one boolean PRIMARY KEY CHECK (one),
    json text NOT NULL CHECK (json::json IS NOT NULL),
    version bigint NOT NULL CHECK (version > 0)
  );

  CREATE TABLE clock (
    one boolean PRIMARY KEY CHECK (one),
    "offset" bigint NOT NULL,
    frozen_at bigint,
    version bigint NOT NULL CHECK (version > 0)
  );
`;

export const forgottenByStore: readonly string[] = [
  'merchants',
  'deposits',
  'payouts',
  'daily_withdrawals',
  'callbacks',
  'attempts',
  'notifications',
  'moves',
  'settings',
  'config',
  'clock',
];
