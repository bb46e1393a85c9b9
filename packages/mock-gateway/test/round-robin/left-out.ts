/** A scenario that two gateways by turns do not play. */
interface LeftOut {
  /** Of `test/scenarios`. */
  readonly file: string;
  /** As it stands there: `%s` for what it is of. */
  readonly title: string;
  readonly reason: string;
}

const ownStore = 'tells of a store that is not PostgreSQL';
const ownFile = 'makes a copy of the database file while it is open';
const eitherOrder = 'what two gateways tell, or are asked for, at the same moment has no order';
const heardLater =
  'of a reset another gateway hears a moment later: what it has claimed by then may be sent still';
const waitsForTurn = 'a reset waits for its turn while another gateway moves the clock';
const toldToOne = 'is told to one gateway, whose reader does not keep up; the other reads at its own pace';

export const leftOut: readonly LeftOut[] = [
  {
    file: 'check-callback.test.ts',
    title: 'after a reset that failed none is under way, and another can be made',
    reason: 'a reset that fails ends what its own gateway has under way, and is none for the other',
  },
  {
    file: 'clock.test.ts',
    title: 'goes through every timer in order, each at its own instant',
    reason: 'looks at the clock of the moment when an event is heard, which at another gateway is later',
  },
  {
    file: 'closing.test.ts',
    title: 'is then nowhere: fetch, listen, an app and each call say so',
    reason: 'what they share is closed by then, and refuses a move of the clock as it does every call',
  },
  { file: 'control.test.ts', title: 'tells status, version, store and time', reason: ownStore },
  { file: 'control.test.ts', title: 'tells of a store in a file', reason: ownStore },
  {
    file: 'control.test.ts',
    title: 'are this gateway alone, with its start in real time and what it delivers',
    reason: 'is of a gateway that is the only one there',
  },
  {
    file: 'events.test.ts',
    title: 'tells of requests, orders, callbacks, the clock and faults, each kind as it happens',
    reason: eitherOrder,
  },
  {
    file: 'events.test.ts',
    title: 'is cut off: what waits for it is bounded [contract:control.events]',
    reason: toldToOne,
  },
  { file: 'events.test.ts', title: 'in process too', reason: toldToOne },
  {
    file: 'reading-writes-nothing.test.ts',
    title:
      'an order that has just expired is told as expired before that is written down, and reading writes nothing [contract:control.lists] [contract:control.moves]',
    reason: 'what is held back at one gateway is written down by the other',
  },
  {
    file: 'reset.test.ts',
    title: 'a change of %s that is asked for before does not outlive it, one asked for after does',
    reason: eitherOrder,
  },
  {
    file: 'reset.test.ts',
    title: 'takes no move that was asked for before it, now or after a restart',
    reason: eitherOrder,
  },
  {
    file: 'reset.test.ts',
    title: 'at a close keeps what it had reached, and begins no move that waits',
    reason: eitherOrder,
  },
  {
    file: 'reset.test.ts',
    title: 'a callback that is being claimed is not sent any more',
    reason: heardLater,
  },
  {
    file: 'reset.test.ts',
    title: 'a re-send that is being claimed is not sent any more',
    reason: heardLater,
  },
  {
    file: 'reset.test.ts',
    title: 'whichever call of the store an advance is in (%s)',
    reason: waitsForTurn,
  },
  {
    file: 'reset.test.ts',
    title: 'breaks off a delivery that an advance waits for, however long it would take',
    reason: waitsForTurn,
  },
  {
    file: 'reset.test.ts',
    title: 'stops nothing: deliveries and the clock go on',
    reason:
      'a reset that fails breaks off no delivery of the other gateway, and this one never ends by itself',
  },
  {
    file: 'resilience.test.ts',
    title:
      'what a crash left half delivered is delivered at once, with the same bytes [invariant:7] [invariant:8]',
    reason: ownFile,
  },
  { file: 'restart.test.ts', title: 'after a crash sends what was being sent', reason: ownFile },
  {
    file: 'restart.test.ts',
    title: 'a second gateway on the file is refused while the first runs',
    reason: ownStore,
  },
  {
    file: 'troubles.test.ts',
    title: 'without onError it is a process warning, one for each kind',
    reason: 'each of them warns',
  },
];

/** Why two gateways do not play it; undefined when they do. */
export function whyLeftOut(file: string, name: string): string | undefined {
  const isIt = (title: string) => {
    const [head = '', tail] = title.split('%s');
    return tail === undefined ? name === title : name.startsWith(head) && name.endsWith(tail);
  };
  return leftOut.find((one) => one.file === file && isIt(one.title))?.reason;
}

/** Those of one process, or of another store, by their nature. */
export const leftOutFiles = [
  { files: ['two-gateways', 'one-backend', 'one-configuration'], reason: 'has several' },
  { files: ['cluster-sync'], reason: 'has what stands for the others' },
  { files: ['kept-memory'], reason: 'has no gateway' },
  { files: ['lock-order'], reason: 'reads the statements of SQLite' },
  { files: ['due-together'], reason: 'counts what one gateway asks of its store' },
  { files: ['full-disk'], reason: 'fills up a database file' },
] as const;
