/** One file of the image. Parent folders have mode 755 unless they are entries. */
export interface Entry {
  readonly name: string;
  readonly mode: number;
  /** User id and group id of the owner. Default 0. */
  readonly owner?: number;
  /** Content of a file. Undefined for a folder. */
  readonly content?: Buffer;
}
