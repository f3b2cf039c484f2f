import * as z from 'zod/mini';
import { Timestamp } from '#domain/values/timestamp-schema.ts';

const nothing = z.nullable(z.string());

/** A posting as auditors read it. Yen. */
const ExportedPosting = z.strictObject({
  kind: z.literal('posting'),
  postingId: z.string(),
  /** yyyyMMddHHmmssSSS in Asia/Tokyo. */
  at: Timestamp,
  /** Why, what it corrects and by whom, of one that no gift explains by itself. */
  reason: nothing,
  corrects: nothing,
  actorUid: nothing,
  lines: z.array(
    z.strictObject({
      line: z.number(),
      /** The whole account, `owed:associate:<id>`, and the one of the chart that it is under. */
      account: z.string(),
      accountCode: z.string(),
      accountName: z.string(),
      /** The organisation or fund whose account it is. */
      ownerKind: z.nullable(z.enum(['associate', 'fund'])),
      ownerId: nothing,
      ownerName: nothing,
      debitYen: z.number(),
      creditYen: z.number(),
      donationId: nothing,
      remittanceId: nothing,
    }),
  ),
});
export type ExportedPosting = z.infer<typeof ExportedPosting>;

/** The last line: what was written before it. A file without it is not whole. */
const ExportTrailer = z.strictObject({
  kind: z.literal('trailer'),
  /** The days asked for; null for without an end. */
  from: nothing,
  to: nothing,
  writtenAt: Timestamp,
  postings: z.number(),
  lines: z.number(),
  debitYen: z.number(),
  creditYen: z.number(),
});
export type ExportTrailer = z.infer<typeof ExportTrailer>;

/** A line of the export of the books. */
export const LedgerExportLine = z.discriminatedUnion('kind', [ExportedPosting, ExportTrailer]);
