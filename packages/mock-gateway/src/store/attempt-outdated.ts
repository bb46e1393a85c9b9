/** The request must be decided again with the current state. Nothing was stored or counted. */
export class AttemptOutdated extends Error {
  override readonly name = 'AttemptOutdated';

  constructor() {
    super('the request must be decided by the present state of the other instances');
  }
}
