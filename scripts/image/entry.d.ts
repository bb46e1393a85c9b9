/** One file of the image. Parent folders have mode 755 unless they are entries. */
export interface Entry {
  readonly name: string;
  readonly mode: number;
  /** User and group. Default: 0. */
  readonly owner?: number;
  /** Absent for a folder. */
  readonly content?: Buffer;
}
