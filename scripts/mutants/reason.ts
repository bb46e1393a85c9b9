/** A mutant that neither the tests of its module nor the compiler found. */
export interface Survivor {
  /** Path from the root. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Reason {
  readonly applies: (survivor: Survivor) => boolean;
  readonly text: string;
}
