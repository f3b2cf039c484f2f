import * as z from 'zod/mini';
import { mostBoxes } from '#giving/acceptance/acceptance.ts';
import { birthDay, serviceDay } from '#kit/values/days/day-schema.ts';
import { Email } from '#kit/values/email.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line } from '#kit/values/typed-text.ts';
import { AssociateId } from '#organisations/associates/associate.ts';
import { Letter } from '#organisations/thanks/thanks-schema.ts';
import { Applicant, SentAddress } from '#people/accounts/account.ts';
import { NothingGained } from '#warehouse/results/nothing-gained.ts';
import { AppraisalId, TypedAppraisalId } from './appraisal-number.ts';
import {
  ApplicationState,
  DeliverySlot,
  ProductKind,
  SocialChallengeId,
} from './choice-schemas.ts';

/** Wire value for guests; the database has no person for it (docs/product.md, Who uses it). */
export const visitorUid = '0';

const DeliveryDate = z.union(
  [z.literal(''), serviceDay()],
  'お届け希望日は、一覧から選んでください。',
);

const Frequency = z.enum(['once', 'recurring'], 'お申し込みの回数を選んでください。');

const commonFields = {
  frequency: Frequency,
  products: z
    .array(ProductKind)
    .check(
      z.minLength(1, 'お送りいただくお品物を1つ以上選んでください。'),
      z.maxLength(8, 'お品物の選び方をご確認ください。'),
    ),
  boxes: z
    .int('箱の数を選んでください。')
    .check(
      z.minimum(1, '箱の数は1箱から選べます。'),
      z.maximum(mostBoxes, `箱は一度に${mostBoxes}箱まで申し込めます。`),
    ),
  deliveryDate: DeliveryDate,
  deliverySlot: DeliverySlot,
  needReceipt: z.boolean(),
  /** False if the donor uses a carton of their own and prints its label; true by default. */
  needsKit: z.optional(z.boolean()),
  agreed: z.literal(true, '利用規約をお読みのうえ、同意してください。'),
};

/** A gift to one organisation (docs/product.md, Ways to give). */
export const DirectApplication = z.strictObject({
  kind: z.literal('direct'),
  associateId: AssociateId,
  ...commonFields,
});
export type DirectApplication = z.infer<typeof DirectApplication>;

/** A buy-back whose proceeds go to a challenge's fund; the law requires birth date and occupation. */
export const FundApplication = z.strictObject({
  kind: z.literal('fund'),
  socialChallengeId: SocialChallengeId,
  birth: birthDay('生年月日を選んでください。'),
  occupation: line('ご職業', 50),
  ...commonFields,
});
export type FundApplication = z.infer<typeof FundApplication>;

export const ApplicationDraft = z.discriminatedUnion('kind', [DirectApplication, FundApplication]);
export type ApplicationDraft = z.infer<typeof ApplicationDraft>;

/** The body of POST /api/appraisal/apply. */
export const ApplyBody = z.strictObject({
  uid: z.string().check(z.maxLength(64)),
  application: ApplicationDraft,
  applicant: Applicant,
  applicantAddress: SentAddress,
  /** Version of the terms that the form showed. An application under older terms is refused. */
  termsVersion: z.optional(z.int().check(z.minimum(0))),
});
export type ApplyBody = z.infer<typeof ApplyBody>;

/** Response to a new application; `claimToken` links it to an account registered from it, once. */
export const Applied = z.object({
  appraisalId: AppraisalId,
  state: ApplicationState,
  createdAt: Timestamp,
  claimToken: z.nullable(z.string()),
});
export type Applied = z.infer<typeof Applied>;

/** Body of POST /api/applications/claim-link: the parameters of the mailed link. */
export const ClaimLinkRequest = z.strictObject({
  appraisalId: AppraisalId,
  claimToken: z.string().check(z.maxLength(200, 'リンクが正しくありません。')),
});
export type ClaimLinkRequest = z.infer<typeof ClaimLinkRequest>;

/** Preview of the application that a mailed link adds to an account. */
export const ClaimLink = z.object({
  appraisalId: AppraisalId,
  targetName: z.string(),
  /** Address of the applicant, to which the link was mailed. */
  email: z.string(),
  createdAt: Timestamp,
  /** It is already in the caller's history. */
  isYours: z.boolean(),
});
export type ClaimLink = z.infer<typeof ClaimLink>;

/** One step of the timeline; `label` and `message` are shown to the donor. */
export const ApplicationEvent = z.object({
  state: ApplicationState,
  label: z.string(),
  message: z.string(),
  at: Timestamp,
});
export type ApplicationEvent = z.infer<typeof ApplicationEvent>;

/** One kind of goods: how it was appraised and where it went. */
export const AppraisalItem = z.object({
  name: z.string(),
  quantity: z.number(),
  amountYen: z.number(),
  /** In the donor's words. */
  destination: z.string(),
  reason: z.string(),
  /** "" if unknown. */
  condition: z.optional(z.string()),
  /** Box in which it was packed. */
  boxNumber: z.optional(z.number()),
  /** Signed paths of its pictures. */
  images: z.optional(z.array(z.string())),
});
export type AppraisalItem = z.infer<typeof AppraisalItem>;

/** Appraised goods, and how many of them have a price. */
export const AppraisedPieces = z.object({ count: z.number(), priced: z.number() });
export type AppraisedPieces = z.infer<typeof AppraisedPieces>;

/** An application as its donor sees it, in the history or through the mailed link. */
export const ApplicationStatus = z.object({
  appraisalId: AppraisalId,
  kind: z.enum(['direct', 'fund']),
  associateId: z.string(),
  socialChallengeId: z.string(),
  targetName: z.string(),
  /** `thanked` only if there are thanks to read; else `remitted`. */
  state: ApplicationState,
  identity: z.enum(['not-needed', 'due', 'submitted', 'approved', 'rejected']),
  events: z.array(ApplicationEvent),
  frequency: Frequency,
  products: z.array(ProductKind),
  boxes: z.number(),
  /** Boxes that arrived and boxes that did not; omitted if all arrived or nothing is recorded. */
  arrival: z.optional(z.object({ came: z.array(z.number()), missing: z.array(z.number()) })),
  deliveryDate: z.string(),
  deliverySlot: DeliverySlot,
  needReceipt: z.boolean(),
  /** False if the donor uses a carton of their own. */
  needsKit: z.boolean(),
  amountYen: z.nullable(z.number()),
  /** Breakdown of a donation in yen: appraised amount, the operator's bonus, and deductions. */
  sums: z.optional(
    z.object({
      appraisedYen: z.number(),
      bonusYen: z.number(),
      feeYen: z.number(),
      handlingYen: z.number(),
    }),
  ),
  /** Null before the result. */
  pieces: z.nullable(AppraisedPieces),
  /** Empty if the result came without a list of goods. */
  items: z.array(AppraisalItem),
  /** The last correction of the result: before, after and reason. */
  correction: z.optional(
    z.object({ before: z.string(), after: z.string(), reason: z.string(), at: Timestamp }),
  ),
  /** Present if the goods brought nothing. */
  nothingGained: z.optional(NothingGained),
  /** Thanks from the organisation, newest first. */
  thanks: z.array(Letter),
  applicantAddress: z.object({
    zipcode: z.string(),
    prefecture: z.string(),
    line1: z.string(),
    line2: z.string(),
    building: z.string(),
  }),
  /** Promised day of the next step, YYYY-MM-DD; '' if nothing is promised. */
  promisedOn: z.string(),
  canCorrect: z.boolean(),
  canCancel: z.boolean(),
  version: z.number(),
  createdAt: Timestamp,
});
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/** Fields that can be corrected until the kit is sent. */
export const ApplicationCorrection = z.strictObject({
  applicantAddress: SentAddress,
  deliveryDate: DeliveryDate,
  deliverySlot: DeliverySlot,
});
export type ApplicationCorrection = z.infer<typeof ApplicationCorrection>;

/** Identifies an application; guests prove with the mailed token that it is theirs. */
const proof = {
  appraisalId: AppraisalId,
  token: z.optional(z.string().check(z.maxLength(100, 'リンクが正しくありません。'))),
};

/** Body of POST /api/applications/status: the parameters of the mailed link. */
export const StatusRequest = z.strictObject(proof);
export type StatusRequest = z.infer<typeof StatusRequest>;

/** The body of POST /api/applications/correct. */
export const CorrectionRequest = z.strictObject({ ...proof, correction: ApplicationCorrection });
export type CorrectionRequest = z.infer<typeof CorrectionRequest>;

/** The body of POST /api/applications/cancel. */
export const CancelRequest = z.strictObject(proof);
export type CancelRequest = z.infer<typeof CancelRequest>;

/** Body of POST /api/applications/cancel-by-email, for donors without the mailed link. */
export const CancelByEmail = z.strictObject({ appraisalId: TypedAppraisalId, email: Email });
export type CancelByEmail = z.infer<typeof CancelByEmail>;

/** All that number and e-mail give access to: no address, no name. */
export const Cancelled = z.object({ appraisalId: AppraisalId, cancelledAt: Timestamp });
export type Cancelled = z.infer<typeof Cancelled>;
