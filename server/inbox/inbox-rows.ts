import type { Classification } from '#domain/associates/classification.ts';
import type { SocialChallengeId } from '#domain/challenges/social-challenge.ts';
import type { AdminContactMessage, ContactKind } from '#domain/inbox/contact-message.ts';
import type { AdminListing, ListingState } from '#domain/inbox/listing-application.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { contactMessages, listingApplications } from '#server/db/schema/inbox.ts';

export type MessageRow = typeof contactMessages.$inferSelect;
export type ListingRow = typeof listingApplications.$inferSelect;

export const toMessage = (row: MessageRow): AdminContactMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  kind: row.kind as ContactKind,
  appraisalId: row.appraisalId,
  message: row.message,
  answeredAt: row.answeredAt && toTimestamp(row.answeredAt),
  createdAt: toTimestamp(row.createdAt),
});

export const toListing = (row: ListingRow): AdminListing => ({
  id: row.id,
  organisationName: row.organisationName,
  classification: row.classification as Classification,
  representative: row.representative,
  prefecture: row.prefecture,
  socialChallenges: row.socialChallenges as SocialChallengeId[],
  certification: row.certification,
  websiteUrl: row.websiteUrl,
  personName: row.personName,
  email: row.email,
  tel: row.tel,
  message: row.message,
  state: row.state as ListingState,
  stateChangedAt: toTimestamp(row.stateChangedAt),
  createdAt: toTimestamp(row.createdAt),
});
