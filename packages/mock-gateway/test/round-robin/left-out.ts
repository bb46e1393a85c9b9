/** A scenario that two gateways by turns do not play. */
interface LeftOut {
  /** Of `test/scenarios`. */
  readonly file: string;
  readonly title: string;
  readonly reason: string;
}

const atOnce =
  '`clock.get` answers at once, without a promise: it tells what its gateway knew when it was asked for something last';
const databaseTime = 'the clock goes by the time of the database, which no test can be';
const heardLater = 'who listens at the other gateway hears it later than the answer';

export const leftOut: readonly LeftOut[] = [
  { file: 'clock.test.ts', title: 'one after another when two are asked for at once', reason: atOnce },
  {
    file: 'clock.test.ts',
    title: 'a running clock runs, a frozen one stands still, a resumed one goes on from where it stood',
    reason: databaseTime,
  },
  {
    file: 'clock.test.ts',
    title:
      'an order is expired the moment that it is, also in the lists, before a timer has gone off [reading:states.expiry] [reading:states.expired-cannot-fail] [contract:control.lists]',
    reason: databaseTime,
  },
  {
    file: 'same-work.test.ts',
    title: 'the diagnosis is made when the log is read, not while the caller waits',
    reason: 'each gateway knows the digests of its own requests',
  },
  {
    file: 'check-callback.test.ts',
    title: 'tells what it found by now while it runs, case by case, and that there is news',
    reason: heardLater,
  },
];

/** Those of one process, or of another store, by their nature. */
export const leftOutFiles = [
  { files: ['several-gateways', 'two-gateways', 'one-backend', 'one-configuration'], reason: 'has several' },
  { files: ['elsewhere', 'closing', 'troubles', 'kept-memory'], reason: 'is about one process' },
  {
    files: ['loads', 'lock-order', 'one-moment', 'read-once', 'reading-writes-nothing', 'told-reason'],
    reason: 'looks at the calls of a store in process',
  },
  { files: ['full-disk', 'restart', 'resilience'], reason: 'looks into a database file, or spoils it' },
  { files: ['guard', 'any-address'], reason: 'is about the address that one process listens on' },
  { files: ['events'], reason: heardLater },
  {
    files: ['control', 'overview', 'ready'],
    reason: 'tells of the one gateway that there is, and of its store',
  },
] as const;
