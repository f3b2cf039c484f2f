import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

const optionalText = z.nullable(z.string());

/** A posting for auditors, in yen. */
const ExportedPosting = z.strictObject({
  kind: z.literal('posting'),
  postingId: z.string(),
  /** yyyyMMddHHmmssSSS in Asia/Tokyo. */
  at: Timestamp,
  /** Reason, corrected posting and author of a posting that is not a plain gift. */
  reason: optionalText,
  corrects: optionalText,
  actorUid: optionalText,
  lines: z.array(
    z.strictObject({
      line: z.number(),
      /** Full account, `owed:associate:<id>`, and its chart account. */
      account: z.string(),
      accountCode: z.string(),
      accountName: z.string(),
      /** The owning organisation or fund. */
      ownerKind: z.nullable(z.enum(['associate', 'fund'])),
      ownerId: optionalText,
      ownerName: optionalText,
      debitYen: z.number(),
      creditYen: z.number(),
      donationId: optionalText,
      remittanceId: optionalText,
    }),
  ),
});
export type ExportedPosting = z.infer<typeof ExportedPosting>;

/** Last line, with the counts of the lines before it. A file without it is truncated. */
const ExportTrailer = z.strictObject({
  kind: z.literal('trailer'),
  /** Requested days; null if open-ended. */
  from: optionalText,
  to: optionalText,
  writtenAt: Timestamp,
  postings: z.number(),
  lines: z.number(),
  debitYen: z.number(),
  creditYen: z.number(),
});
export type ExportTrailer = z.infer<typeof ExportTrailer>;

/** A line of the ledger export. */
export const LedgerExportLine = z.discriminatedUnion('kind', [ExportedPosting, ExportTrailer]);
