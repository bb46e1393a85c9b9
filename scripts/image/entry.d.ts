/** One file of the image. Folders above it have mode 755 unless they are entries too. */
export interface Entry {
  /** Without a slash at the beginning. */
  readonly name: string;
  readonly mode: number;
  /** User and group. Default: 0. */
  readonly owner?: number;
  /** A folder has none. */
  readonly content?: Buffer;
}
