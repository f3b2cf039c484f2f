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
