import * as z from 'zod/mini';

/** An entry of the public log, and the proof that the signed log has it; hashes in Base64. */
export const LogEntry = z.strictObject({
  position: z.number(),
  /** Day of publication, YYYY-MM-DD. */
  day: z.string(),
  kind: z.string(),
  /** JSON of one line, to the byte as hashed. */
  line: z.string(),
  /** Number of entries of the signed log, and its root. */
  size: z.number(),
  root: z.string(),
  proof: z.array(z.string()),
});
export type LogEntry = z.infer<typeof LogEntry>;

/** What opens a commitment: the hash is SHA-256 of the salt's bytes and the line; salt and hash in Base64. */
export const Opening = z.strictObject({
  /** JSON of one line: day, number of the gift, step, and its sum in yen. */
  line: z.string(),
  salt: z.string(),
  hash: z.string(),
  /** The public entry that lists the hash. */
  position: z.number(),
});
export type Opening = z.infer<typeof Opening>;
