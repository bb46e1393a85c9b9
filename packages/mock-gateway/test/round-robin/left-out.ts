/** A scenario that two gateways by turns do not play. */
interface LeftOut {
  /** Of `test/scenarios`. */
  readonly file: string;
  readonly title: string;
  readonly reason: string;
}

const aloneThere = 'tells of a gateway that is the only one there';
const ownStore = 'tells of a store that is not PostgreSQL';
const ownFile = 'makes a copy of the database file while it is open';
const ownEach = 'each of them does it';

export const leftOut: readonly LeftOut[] = [
  {
    file: 'check-callback.test.ts',
    title: 'after a reset that failed none is under way, and another can be made',
    reason: 'a reset that fails ends what its own gateway has under way, and is none for the other',
  },
  { file: 'control.test.ts', title: 'tells status, version, store and time', reason: ownStore },
  { file: 'control.test.ts', title: 'tells of a store in a file', reason: ownStore },
  {
    file: 'control.test.ts',
    title: 'are this gateway alone, with its start in real time and what it delivers',
    reason: aloneThere,
  },
  {
    file: 'ready.test.ts',
    title: 'lets a delivery that is under way end, and stores what came of it',
    reason: aloneThere,
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
    file: 'reading-writes-nothing.test.ts',
    title:
      'an order that has just expired is told as expired before that is written down, and reading writes nothing [contract:control.lists] [contract:control.moves]',
    reason: 'what is held back at one gateway is written down by the other',
  },
  {
    file: 'troubles.test.ts',
    title: 'without onError it is a process warning, one for each kind',
    reason: ownEach,
  },
];

/** Those of one process, or of another store, by their nature. */
export const leftOutFiles = [
  { files: ['two-gateways', 'one-backend', 'one-configuration'], reason: 'has several' },
  { files: ['elsewhere'], reason: 'has what stands for the others' },
  { files: ['kept-memory'], reason: 'has no gateway' },
  { files: ['lock-order'], reason: 'reads the statements of SQLite' },
  { files: ['full-disk'], reason: 'fills up a database file' },
] as const;
