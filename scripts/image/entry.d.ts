/** One file of the image. Parent folders have mode 755 unless they are entries. */
export interface Entry {
  readonly name: string;
  readonly mode: number;
  /** User and group. Default: 0. */
  readonly owner?: number;
  /** Content of a file. A folder has none. */
  readonly content?: Buffer;
}
