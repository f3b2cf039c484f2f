import { toTimestamp } from '#kit/values/timestamp.ts';
import type { Classification } from '#organisations/associates/classification.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import type { AdminContactMessage, ContactKind } from './contact-message.ts';
import type { AdminListing, ListingState } from './listing-application.ts';
import type { contactMessages, listingApplications } from './message-tables.server.ts';

export type MessageRow = typeof contactMessages.$inferSelect;
export type ListingRow = typeof listingApplications.$inferSelect;

export const toMessage = (row: MessageRow): AdminContactMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  kind: row.kind as ContactKind,
  appraisalId: row.appraisalId,
  item: row.item,
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
