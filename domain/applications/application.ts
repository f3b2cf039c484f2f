import * as z from 'zod/mini';
import { mostBoxes } from '#domain/acceptance/acceptance.ts';
import { Applicant, SentAddress } from '#domain/accounts/account.ts';
import { AssociateId } from '#domain/associates/associate.ts';
import { NothingGained } from '#domain/results/nothing-gained.ts';
import { Letter } from '#domain/thanks/thanks-schema.ts';
import {
  ApplicationState,
  DeliverySlot,
  ProductKind,
  SocialChallengeId,
} from '#domain/values/choice-schemas.ts';
import { birthDay, serviceDay } from '#domain/values/days/day-schema.ts';
import { Email } from '#domain/values/email.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { line } from '#domain/values/typed-text.ts';
import { AppraisalId, TypedAppraisalId } from './appraisal-number.ts';

/** A visitor's uid on the wire; the database stores no person for it (docs/product.md, Who uses it). */
export const visitorUid = '0';

const DeliveryDate = z.union(
  [z.literal(''), serviceDay()],
  'お届け希望日は、一覧から選んでください。',
);

const Frequency = z.enum(['once', 'recurring'], 'お申し込みの回数を選んでください。');

const common = {
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
  /** False for a carton of the donor's own, whose label they print; true by default. */
  needsKit: z.optional(z.boolean()),
  agreed: z.literal(true, '利用規約をお読みのうえ、同意してください。'),
};

/** A gift to one organisation (docs/product.md, Ways to give). */
export const DirectApplication = z.strictObject({
  kind: z.literal('direct'),
  associateId: AssociateId,
  ...common,
});
export type DirectApplication = z.infer<typeof DirectApplication>;

/** A buy-back whose proceeds go to a challenge's fund: the law asks for birth and occupation. */
export const FundApplication = z.strictObject({
  kind: z.literal('fund'),
  socialChallengeId: SocialChallengeId,
  birth: birthDay('生年月日を選んでください。'),
  occupation: line('ご職業', 50),
  ...common,
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
  /** The number of the terms that the form showed; told, if others hold when it is sent. */
  termsVersion: z.optional(z.int().check(z.minimum(0))),
});
export type ApplyBody = z.infer<typeof ApplyBody>;

/** The response to a new application; `claimToken` links it to an account made from it, once. */
export const Applied = z.object({
  appraisalId: AppraisalId,
  state: ApplicationState,
  createdAt: Timestamp,
  claimToken: z.nullable(z.string()),
});
export type Applied = z.infer<typeof Applied>;

/** The body of POST /api/applications/claim-link: the content of the mailed link. */
export const ClaimLinkRequest = z.strictObject({
  appraisalId: AppraisalId,
  claimToken: z.string().check(z.maxLength(200, 'リンクが正しくありません。')),
});
export type ClaimLinkRequest = z.infer<typeof ClaimLinkRequest>;

/** What a mailed link brings into an account: enough to see whose it is, before it is used. */
export const ClaimLink = z.object({
  appraisalId: AppraisalId,
  targetName: z.string(),
  /** The applicant's, to whom the link was mailed. */
  email: z.string(),
  createdAt: Timestamp,
  /** It is in the history of whoever asks already. */
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

/** How one kind of goods was appraised and where it went. */
export const AppraisalItem = z.object({
  name: z.string(),
  quantity: z.number(),
  amountYen: z.number(),
  /** In words that a donor understands. */
  destination: z.string(),
  reason: z.string(),
  /** "" where nobody said. */
  condition: z.optional(z.string()),
  /** In which of the boxes it lay. */
  boxNumber: z.optional(z.number()),
  /** Signed paths of its pictures. */
  images: z.optional(z.array(z.string())),
});
export type AppraisalItem = z.infer<typeof AppraisalItem>;

/** How many goods a result counts, and how many of them were priced. */
export const AppraisedPieces = z.object({ count: z.number(), priced: z.number() });
export type AppraisedPieces = z.infer<typeof AppraisedPieces>;

/** An application as its donor sees it, in the history or by the mailed link. */
export const ApplicationStatus = z.object({
  appraisalId: AppraisalId,
  kind: z.enum(['direct', 'fund']),
  associateId: z.string(),
  socialChallengeId: z.string(),
  targetName: z.string(),
  /** `thanked` only where thanks can be read; else `remitted`. */
  state: ApplicationState,
  identity: z.enum(['not-needed', 'due', 'submitted', 'approved', 'rejected']),
  events: z.array(ApplicationEvent),
  frequency: Frequency,
  products: z.array(ProductKind),
  boxes: z.number(),
  /** Which boxes came and which did not; where all came, or it is not known of any, there is none. */
  arrival: z.optional(z.object({ came: z.array(z.number()), missing: z.array(z.number()) })),
  deliveryDate: z.string(),
  deliverySlot: DeliverySlot,
  needReceipt: z.boolean(),
  /** False where the donor packs a carton of their own. */
  needsKit: z.boolean(),
  amountYen: z.nullable(z.number()),
  /** Of a donation, in yen: what the goods were appraised at, what the operator added, and what is kept of it. */
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
  /** Empty where the result came without a list of the goods. */
  items: z.array(AppraisalItem),
  /** What the result was before it was set right, and why; of the last time. */
  correction: z.optional(
    z.object({ before: z.string(), after: z.string(), reason: z.string(), at: Timestamp }),
  ),
  /** The answer to a donor whose goods brought nothing. */
  nothingGained: z.optional(NothingGained),
  /** The organisation's thanks for it, the newest first. */
  thanks: z.array(Letter),
  applicantAddress: z.object({
    zipcode: z.string(),
    prefecture: z.string(),
    line1: z.string(),
    line2: z.string(),
    building: z.string(),
  }),
  /** Until when it is promised to go on, YYYY-MM-DD; '' where nothing is promised. */
  promisedOn: z.string(),
  canCorrect: z.boolean(),
  canCancel: z.boolean(),
  version: z.number(),
  createdAt: Timestamp,
});
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/** What may be corrected until the kit is sent: the delivery address and date. */
export const ApplicationCorrection = z.strictObject({
  applicantAddress: SentAddress,
  deliveryDate: DeliveryDate,
  deliverySlot: DeliverySlot,
});
export type ApplicationCorrection = z.infer<typeof ApplicationCorrection>;

/** Identifies an application and, for a guest, proves by the mailed token that it is theirs. */
const proof = {
  appraisalId: AppraisalId,
  token: z.optional(z.string().check(z.maxLength(100, 'リンクが正しくありません。'))),
};

/** The body of POST /api/applications/status: the content of the mailed link. */
export const StatusRequest = z.strictObject(proof);
export type StatusRequest = z.infer<typeof StatusRequest>;

/** The body of POST /api/applications/correct. */
export const CorrectionRequest = z.strictObject({ ...proof, correction: ApplicationCorrection });
export type CorrectionRequest = z.infer<typeof CorrectionRequest>;

/** The body of POST /api/applications/cancel. */
export const CancelRequest = z.strictObject(proof);
export type CancelRequest = z.infer<typeof CancelRequest>;

/** The body of POST /api/applications/cancel-by-email: for those without the mailed link. */
export const CancelByEmail = z.strictObject({ appraisalId: TypedAppraisalId, email: Email });
export type CancelByEmail = z.infer<typeof CancelByEmail>;

/** What number and e-mail give access to: neither address nor name. */
export const Cancelled = z.object({ appraisalId: AppraisalId, cancelledAt: Timestamp });
export type Cancelled = z.infer<typeof Cancelled>;
