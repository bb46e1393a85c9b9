/** The bytes of a body, up to a limit. */
interface ReadBytes {
  readonly bytes: Buffer<ArrayBuffer>;
  /** True if the body ended within the limit. */
  readonly isWhole: boolean;
}

/** Reads a body. Stops reading when it exceeds the limit. */
export async function bytesOf(body: AsyncIterable<Uint8Array> | null, limit: number): Promise<ReadBytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > limit) break;
  }
  return { bytes: Buffer.concat(chunks), isWhole: length <= limit };
}
