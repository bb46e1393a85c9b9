declare module 'postject' {
  /** Writes a resource into an executable of Linux, macOS or Windows. */
  export function inject(
    file: string,
    name: string,
    content: Buffer,
    options: { readonly sentinelFuse: string; readonly machoSegmentName: string },
  ): Promise<void>;
}
