interface LeftOut {
  /** Name of the file in `test/scenarios`. */
  readonly file: string;
  /** Title of the test in the file, with `%s` for its parameter. */
  readonly title: string;
  readonly reason: string;
}

const ownStore = 'tests a store other than PostgreSQL';
const ownFile = 'makes a copy of the database file while it is open';
const eitherOrder = 'simultaneous events and requests of two instances have no order';
const heardLater =
  'another instance learns of a reset a moment later, and may still send what it has claimed by then';
const waitsForTurn = 'a reset waits for its turn while another instance moves the clock';
const toldToOne = 'one instance sends the events, and only its reader is too slow';

export const leftOut: readonly LeftOut[] = [
  {
    file: 'check-callback.test.ts',
    title: 'a failed reset ends a running check, but a new check can start',
    reason: 'a reset that fails affects only the deliveries of its own instance',
  },
  {
    file: 'clock.test.ts',
    title: 'an advance runs every timer in order, each at its due time',
    reason: 'reads the clock when an event arrives, which is later at another instance',
  },
  {
    file: 'closing.test.ts',
    title: 'a closed gateway rejects fetch, listen, requests to its Express app and every call',
    reason: 'the shared store is closed by then, and rejects each call',
  },
  {
    file: 'control.test.ts',
    title: 'the health call returns status, version, store and time',
    reason: ownStore,
  },
  {
    file: 'control.test.ts',
    title: 'the health call returns the kind of a store in a file',
    reason: ownStore,
  },
  {
    file: 'control.test.ts',
    title:
      'the list of instances contains only this gateway, with its real start time and number of deliveries',
    reason: 'needs a single instance',
  },
  {
    file: 'events.test.ts',
    title: 'the event stream reports requests, orders, callbacks, clock moves and faults immediately',
    reason: eitherOrder,
  },
  {
    file: 'events.test.ts',
    title: 'the gateway disconnects a slow reader to bound its buffer [contract:control.events]',
    reason: toldToOne,
  },
  { file: 'events.test.ts', title: 'the gateway disconnects a slow in-process reader', reason: toldToOne },
  {
    file: 'reading-writes-nothing.test.ts',
    title:
      'the gateway returns an order that has just expired as expired before the store records the expiry [contract:control.lists] [contract:control.moves]',
    reason: 'the other instance writes the expiry that one instance holds back',
  },
  {
    file: 'reset.test.ts',
    title:
      'a change to %s requested before a reset is lost, while a change requested after the reset remains',
    reason: eitherOrder,
  },
  {
    file: 'reset.test.ts',
    title: 'a reset cancels every clock move that was requested before the reset',
    reason: eitherOrder,
  },
  {
    file: 'reset.test.ts',
    title: 'a reset while the gateway closes keeps the last time of the clock',
    reason: eitherOrder,
  },
  {
    file: 'reset.test.ts',
    title: 'the gateway does not send a callback whose claim is running at a reset',
    reason: heardLater,
  },
  {
    file: 'reset.test.ts',
    title: 'the gateway does not re-send a callback if the claim of the re-send is running at a reset',
    reason: heardLater,
  },
  {
    file: 'reset.test.ts',
    title: 'a reset during any store call of an advance (%s) ends the advance',
    reason: waitsForTurn,
  },
  {
    file: 'reset.test.ts',
    title: 'a reset aborts a delivery that an advance waits for',
    reason: waitsForTurn,
  },
  {
    file: 'reset.test.ts',
    title: 'a failed reset on a full disk stops neither deliveries nor the clock',
    reason:
      'a reset that fails stops no delivery of the other instance, and this delivery never ends by itself',
  },
  {
    file: 'resilience.test.ts',
    title:
      'the gateway immediately repeats a delivery that a crash interrupts, with the same bytes [invariant:7] [invariant:8]',
    reason: ownFile,
  },
  {
    file: 'restart.test.ts',
    title: 'a restart after a crash repeats the interrupted deliveries',
    reason: ownFile,
  },
  {
    file: 'restart.test.ts',
    title: 'a restart fails while another gateway uses the file',
    reason: ownStore,
  },
  {
    file: 'troubles.test.ts',
    title: 'each kind of error causes one process warning if onError is missing',
    reason: 'each of them warns',
  },
];

/** Returns the reason why a scenario does not run on two instances, if any. */
export function whyLeftOut(file: string, name: string): string | undefined {
  const isIt = (title: string) => {
    const [head = '', tail] = title.split('%s');
    return tail === undefined ? name === title : name.startsWith(head) && name.endsWith(tail);
  };
  return leftOut.find((one) => one.file === file && isIt(one.title))?.reason;
}

/** Files whose scenarios need a single process or another store. */
export const leftOutFiles = [
  { files: ['two-gateways', 'one-backend', 'one-configuration'], reason: 'has several' },
  { files: ['cluster-sync'], reason: 'replaces the other instances by a fake' },
  { files: ['kept-memory'], reason: 'has no gateway' },
  { files: ['lock-order'], reason: 'reads the statements of SQLite' },
  { files: ['due-together'], reason: 'counts what one gateway asks of its store' },
  { files: ['full-disk'], reason: 'fills up a database file' },
] as const;
