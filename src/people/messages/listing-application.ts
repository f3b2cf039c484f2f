import * as z from 'zod/mini';
import {
  Classification,
  Prefecture,
  SocialChallengeId,
} from '#giving/applications/choice-schemas.ts';
import { NewEmail } from '#kit/values/email.ts';
import { Phone } from '#kit/values/phone.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, optionalLine, paragraphs } from '#kit/values/typed-text.ts';
import { Website } from '#kit/values/website.ts';

/** Limit of challenges per organisation: with more, filtering by them would lose its meaning. */
export const maxListingChallenges = 5;

/** Body of POST /api/listing: an organisation's request to be listed. */
export const ListingDraft = z.strictObject({
  organisationName: line('団体の名称', 100),
  classification: Classification,
  representative: line('代表者のお名前', 100),
  prefecture: Prefecture,
  socialChallenges: z
    .array(SocialChallengeId)
    .check(
      z.minLength(1, '取り組んでいる社会課題を1つ以上選んでください。'),
      z.maxLength(maxListingChallenges, `社会課題は${maxListingChallenges}つまでお選びください。`),
    ),
  certification: optionalLine('認定の内容', 200),
  websiteUrl: Website,
  personName: line('担当者のお名前', 100),
  email: NewEmail,
  tel: Phone,
  message: paragraphs('活動の内容', 4_000),
  agreed: z.literal(true, '掲載の条件をお読みのうえ、同意してください。'),
});
export type ListingDraft = z.infer<typeof ListingDraft>;

export const listingStates = ['new', 'in-talks', 'accepted', 'declined'] as const;
export const ListingState = z.enum(listingStates, '掲載申請の状態の指定が正しくありません。');
export type ListingState = z.infer<typeof ListingState>;

export const listingStateLabels: Record<ListingState, string> = {
  new: '新着',
  'in-talks': '相談中',
  accepted: '掲載決定',
  declined: '見送り',
};

/** States that an operator may choose next; a decision can be reopened. */
export const nextListingStates: Record<ListingState, readonly Exclude<ListingState, 'new'>[]> = {
  new: ['in-talks', 'accepted', 'declined'],
  'in-talks': ['accepted', 'declined'],
  accepted: ['in-talks'],
  declined: ['in-talks'],
};

/** The body of POST /api/office/listings/{id}: `from` is the state that the operator saw. */
export const ListingStep = z.strictObject({ from: ListingState, to: ListingState });
export type ListingStep = z.infer<typeof ListingStep>;

export const listingsPageSize = 20;

/** An application as the operator reads it. */
export const AdminListing = z.object({
  id: z.string(),
  organisationName: z.string(),
  classification: Classification,
  representative: z.string(),
  prefecture: z.string(),
  socialChallenges: z.array(SocialChallengeId),
  certification: z.string(),
  websiteUrl: z.string(),
  personName: z.string(),
  email: z.string(),
  tel: z.string(),
  message: z.string(),
  state: ListingState,
  stateChangedAt: Timestamp,
  createdAt: Timestamp,
});
export type AdminListing = z.infer<typeof AdminListing>;
