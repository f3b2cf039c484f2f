import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { ApplicationState } from '#giving/applications/choice-schemas.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line } from '#kit/values/typed-text.ts';
import { DonorId, DonorLine } from './donor.ts';

/** Fields by which two records may belong to one person. */
export const evidence = ['email', 'tel', 'name', 'kana', 'address'] as const;
export const evidenceLabels: Record<(typeof evidence)[number], string> = {
  email: 'メールアドレス',
  tel: '電話番号',
  name: 'お名前',
  kana: 'ふりがな',
  address: 'ご住所',
};

/** Number of records that a merge moves, by kind. */
const Moving = z.strictObject({
  applications: z.number(),
  donations: z.number(),
  receipts: z.number(),
  pledges: z.number(),
  preferences: z.number(),
});
export type Moving = z.infer<typeof Moving>;
export const movingLabels: Record<keyof Moving, string> = {
  applications: '申し込み',
  donations: '寄付',
  receipts: '受領証明書',
  pledges: '#mypledge',
  preferences: 'メールの受け取り方',
};

/** Rows shown per kind in a preview; the counts are totals. */
export const previewedRows = 50;

/** Preview of a merge. */
export const MergePreview = z.object({
  from: DonorLine,
  into: DonorLine,
  /** Fields that both records share. */
  same: z.array(z.enum(evidence)),
  moving: Moving,
  applications: z.array(
    z.object({
      appraisalId: AppraisalId,
      targetName: z.string(),
      state: ApplicationState,
      amountYen: z.nullable(z.number()),
      createdAt: Timestamp,
    }),
  ),
  receipts: z.array(z.object({ number: z.string(), year: z.number(), amountYen: z.number() })),
  /** Why they cannot be merged; "" if they can. */
  refusal: z.string(),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const MergeRequest = z.strictObject({
  fromId: DonorId,
  /** Counts that the preview showed. */
  seen: Moving,
  reason: line('理由', 200),
});
export type MergeRequest = z.infer<typeof MergeRequest>;

export const Merged = z.object({ id: z.string() });

/** Result of undoing a merge. */
export const Unmerged = z.object({
  moved: Moving,
  /** Applications that stay, because they were changed meanwhile or now belong to another record. */
  left: z.array(AppraisalId),
});
export type Unmerged = z.infer<typeof Unmerged>;
