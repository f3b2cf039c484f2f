/** The encodings that are offered, the preferred one first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];
/** `improvesAt`: when it is worth compressing well, in ms as performance.now() counts; Infinity where it was. */
export type Packed = { body: Buffer; improvesAt: number };

/** A finished response: everything that a hit needs, so that nothing is computed again. */
export type Page = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Buffer;
  /** The body as it was asked for so far (packed.ts). */
  packed: Map<Encoding, Packed>;
};
