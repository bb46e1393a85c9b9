import { readFileSync } from 'node:fs';
import path from 'node:path';

/** `acceptable`: the specification allows a receiver to accept it, and to reject it. */
type Result = 'valid' | 'invalid' | 'acceptable';

interface Vector {
  /** Unique in the file, and never given to another vector. */
  readonly id: string;
  /** Description of the vector, or its error. */
  readonly comment: string;
  readonly result: Result;
}

export interface SignatureVector extends Vector {
  readonly params: Readonly<Record<string, string | null>>;
  readonly key: string;
  /** The text that the sender hashed, with its key. */
  readonly canonical: string;
  readonly sign: string;
  /** The right signature, where `sign` is another. */
  readonly expected?: string;
  /** Publication of the vector, or how it was computed. */
  readonly source: string;
}

/** A signature of the snake_case names. */
interface AlternativeVector extends SignatureVector {
  readonly params: Readonly<Record<'merchant_id' | 'amount' | 'merchant_order_no' | 'callback_url', string>>;
}

/** A body, exactly as sent, and its `Content-Type`. */
interface BodyVector extends Vector {
  readonly contentType: string;
  readonly body: string;
}

export interface RequestVector extends BodyVector {
  readonly endpoint: string;
  /** Error code of an invalid request. */
  readonly error?: string;
}

export interface CallbackVector extends BodyVector {
  readonly kind: 'payin' | 'payout' | 'link';
  /** Reason of the SDK, a name of `callbackReasons`, where it rejects the callback. */
  readonly reason?: string;
}

export interface Vectors {
  readonly $schema: string;
  readonly about: string;
  readonly merchant: { readonly mchId: string; readonly mchKey: string; readonly mchSecret: string };
  readonly signatures: readonly SignatureVector[];
  readonly alternativeSignatures: readonly AlternativeVector[];
  readonly requests: readonly RequestVector[];
  readonly callbacks: readonly CallbackVector[];
}

export const vectorsFile = path.join(import.meta.dirname, '../docs/reference/vectors.json');

/** The published vectors (docs/reference/vectors.md). */
export const vectors = JSON.parse(readFileSync(vectorsFile, 'utf8')) as Vectors;
