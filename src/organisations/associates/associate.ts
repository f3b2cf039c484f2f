import * as z from 'zod/mini';
import { Classification, SocialChallengeId } from '#giving/applications/choice-schemas.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { AssociateState } from './associate-state.ts';

/** Id of an organisation: short, part of URLs. */
export const AssociateId = z
  .string()
  .check(z.regex(/^[a-z0-9-]{1,40}$/, '団体のIDは半角の英数字で指定してください。'));
export type AssociateId = z.infer<typeof AssociateId>;

/** A certification on record; days are YYYY-MM-DD. */
export const Certification = z.object({
  number: z.string(),
  authority: z.string(),
  certifiedOn: z.string(),
  expiresOn: z.string(),
  hasTaxCredit: z.boolean(),
});
export type Certification = z.infer<typeof Certification>;

/** A picture of an organisation; `width` and height are those of its largest size, in pixels. */
export const ArticleImage = z.object({
  image: z.string(),
  width: z.number(),
  height: z.number(),
  /** Widths served at `{image}/{width}`. */
  widths: z.array(z.number()),
  alt: z.string(),
});
export type ArticleImage = z.infer<typeof ArticleImage>;

/** An organisation in lists, search and cards. Counts are donations. */
export const Associate = z.object({
  id: AssociateId,
  name: z.string(),
  summary: z.string(),
  classification: Classification,
  isDeductible: z.boolean(),
  socialChallenges: z.array(SocialChallengeId),
  locations: z.array(z.string()),
  createdAt: Timestamp,
  /** Its own picture; null if a cover is drawn for it. */
  coverImage: z.nullable(ArticleImage),
  stat: z.object({ monthlyCount: z.number(), totalCount: z.number() }),
  /** Deductions from gifts under today's agreement. */
  terms: z.object({ feeBasisPoints: z.number(), handlingYen: z.number() }),
});
export type Associate = z.infer<typeof Associate>;

/** Additional data for the organisation's own page. */
export const AssociateDetail = z.extend(Associate, {
  description: z.string(),
  address: z.string(),
  representative: z.string(),
  websiteUrl: z.string(),
  foundedYear: z.nullable(z.number()),
  certification: z.nullable(Certification),
  /** Published sum of its donations, in yen, and their number; null and 0 while withheld. */
  totalYen: z.nullable(z.number()),
  totalYenGifts: z.number(),
  /** Part that arrived at it, less its cost; null while withheld. */
  deliveredYen: z.nullable(z.number()),
  /** Only published ones accept gifts. */
  state: AssociateState,
  /** Public note on a pause or an end. */
  stateNote: z.string(),
  /** YYYY-MM-DD; "" if it has not ended. */
  endedOn: z.string(),
});
export type AssociateDetail = z.infer<typeof AssociateDetail>;

export const AssociateVision = z.object({
  associateId: AssociateId,
  title: z.string(),
  body: z.string(),
  goal: z.string(),
  useOfDonations: z.string(),
});
export type AssociateVision = z.infer<typeof AssociateVision>;

/** An article: news of the organisation's work (activity) or thanks. */
export const AssociateArticle = z.object({
  id: z.string(),
  associateId: AssociateId,
  title: z.string(),
  body: z.string(),
  image: z.nullable(ArticleImage),
  publishedAt: Timestamp,
});
export type AssociateArticle = z.infer<typeof AssociateArticle>;

/** A pick for the top page with its organisation. */
export const CategoryAssociate = z.object({
  category: z.string(),
  associateId: AssociateId,
  title: z.string(),
  comment: z.string(),
  orders: z.number(),
  associate: Associate,
});
export type CategoryAssociate = z.infer<typeof CategoryAssociate>;

/** A social challenge with the number of listed organisations that work on it. */
export const SocialChallenge = z.object({
  id: SocialChallengeId,
  will: z.string(),
  orders: z.number(),
  description: z.string(),
  fundName: z.string(),
  numberOfAssociates: z.number(),
});
export type SocialChallenge = z.infer<typeof SocialChallenge>;
