/** Offered encodings in order of preference. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];
/** `improvesAt`: when better compression is worthwhile, by performance.now(); Infinity if already done. */
export type Packed = { body: Buffer; improvesAt: number };

/** A finished response: a hit computes nothing. */
export type Page = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Buffer;
  /** Compressed bodies so far (packed.ts). */
  packed: Map<Encoding, Packed>;
};
