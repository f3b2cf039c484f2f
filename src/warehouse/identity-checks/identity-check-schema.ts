import * as z from 'zod/mini';
import { ApplicationStatus, StatusRequest } from '#giving/applications/application.ts';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { paragraphs } from '#kit/values/typed-text.ts';
import { paperFacts, paperKinds, papersAsked, sameKindMessage } from './identity-check.ts';

export const PaperKind = z.enum(paperKinds, '書類の種類を選んでください。');

/** A check as its donor sees it: only the kinds of the papers. `reason` is the reason for a rejection. */
export const IdentityCheckStatus = z.object({
  appraisalId: AppraisalId,
  targetName: z.string(),
  amountYen: z.nullable(z.number()),
  identity: ApplicationStatus.shape.identity,
  /** True while papers may be sent. */
  canSend: z.boolean(),
  papers: z.array(z.object({ kind: PaperKind, submittedAt: Timestamp })),
  reason: z.string(),
});
export type IdentityCheckStatus = z.infer<typeof IdentityCheckStatus>;

/** A submitted paper and its number of files: front, then back. */
const SentPaper = z
  .strictObject({
    kind: PaperKind,
    files: z.int('ファイルの数が正しくありません。').check(z.minimum(1), z.maximum(2)),
  })
  .check(
    z.refine(({ kind, files }) => files === 1 || paperFacts[kind].hasBack, {
      path: ['files'],
      message: 'この書類の裏面は、お預かりできません。表面だけをお送りください。',
    }),
  );

/** The two papers of a check: the first an identity paper, the second of another kind. */
const SentPapers = z.array(SentPaper).check(
  z.length(papersAsked, `書類を${papersAsked}点お送りください。`),
  z.refine(([first]) => !first || paperFacts[first.kind].isIdentityPaper, {
    path: [0, 'kind'],
    message: '1点目は、運転免許証などの身分証明書を選んでください。',
  }),
  z.refine(([first, second]) => !first || first.kind !== second?.kind, {
    path: [1, 'kind'],
    message: sameKindMessage,
  }),
);

/** The field `papers` of the upload form; the files follow in this order. */
export const PapersRequest = z.strictObject({
  appraisalId: StatusRequest.shape.appraisalId,
  token: StatusRequest.shape.token,
  papers: SentPapers,
});
export type PapersRequest = z.infer<typeof PapersRequest>;

/** Body of an operator's rejection; the donor reads the reason. */
export const PapersReturn = z.strictObject({ reason: paragraphs('理由', 500) });
export type PapersReturn = z.infer<typeof PapersReturn>;

export const adminIdentityChecksPageSize = 20;
/** Filter of the list of applications on hold. */
export const WaitingIdentity = z.enum(
  ['submitted', 'due', 'rejected'],
  '絞り込みの指定が正しくありません。',
);
export type WaitingIdentity = z.infer<typeof WaitingIdentity>;

/** A row of the operator's list: an application on hold for its identity check. */
export const AdminIdentityCheck = z.object({
  appraisalId: AppraisalId,
  name: z.string(),
  targetName: z.string(),
  amountYen: z.number(),
  identity: ApplicationStatus.shape.identity,
  papers: z.array(PaperKind),
  /** Start of the current state: arrival of the papers or, without papers, the appraisal. */
  since: Timestamp,
});
export type AdminIdentityCheck = z.infer<typeof AdminIdentityCheck>;

/** Papers of one check; each file is opened by its id. */
export const AdminPapers = z.object({
  appraisalId: AppraisalId,
  identity: ApplicationStatus.shape.identity,
  papers: z.array(
    z.object({
      id: z.string(),
      kind: PaperKind,
      format: z.enum(['jpg', 'pdf']),
      submittedAt: Timestamp,
      reviewedAt: z.nullable(Timestamp),
    }),
  ),
  reason: z.string(),
  version: z.number(),
});
export type AdminPapers = z.infer<typeof AdminPapers>;
