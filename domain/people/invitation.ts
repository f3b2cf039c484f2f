import * as z from 'zod/mini';
import { Names } from '#domain/accounts/account.ts';
import { StaffRole } from '#domain/auth/roles.ts';
import { MailedProof, NewPassword } from '#domain/auth/sign-in.ts';
import { NewEmail } from '#domain/values/email.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { optionalParagraphs } from '#domain/values/typed-text.ts';
import { AdminRole } from './admin-person.ts';

/** How long the link of an invitation can be used. */
export const invitationDays = 7;
/** An organisation has at most so many people and open invitations, and so does the service. */
export const mostPeople = 100;

/** Into the service. */
export const AdminInvitationDraft = z.strictObject({
  email: NewEmail,
  role: AdminRole,
  reason: optionalParagraphs('理由', 500),
});
export type AdminInvitationDraft = z.infer<typeof AdminInvitationDraft>;

/** Into an organisation. */
export const StaffInvitationDraft = z.strictObject({ email: NewEmail, staffRole: StaffRole });
export type StaffInvitationDraft = z.infer<typeof StaffInvitationDraft>;

/** One that nobody has accepted yet, as those see it who invite. */
export const OpenInvitation = z.object({
  id: z.string(),
  email: z.string(),
  /** What one is invited to be, in words. */
  roleLabel: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  isExpired: z.boolean(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/** The answer to inviting: sent, or waiting for a second person. */
export const InvitationOutcome = z.object({
  outcome: z.enum(['sent', 'asked']),
  dueAt: z.nullable(Timestamp),
});
export type InvitationOutcome = z.infer<typeof InvitationOutcome>;

/** What a link invites to, as whoever holds it sees it. */
export const InvitationFacts = z.object({
  email: z.string(),
  /** たすきの運営, or the organisation's name. */
  place: z.string(),
  roleLabel: z.string(),
  expiresAt: Timestamp,
  /** Whether to an organisation, not to the service. */
  isStaff: z.boolean(),
  /** Whether there is an account under this e-mail: then one signs in to it, and makes none. */
  isRegistered: z.boolean(),
});
export type InvitationFacts = z.infer<typeof InvitationFacts>;

/** The link alone, of who is signed in. */
export const InvitationProof = MailedProof;
export type InvitationProof = z.infer<typeof InvitationProof>;

/** With it, who has no account makes one: names and a password. */
export const InvitedPerson = z.extend(Names, { password: NewPassword });
export type InvitedPerson = z.infer<typeof InvitedPerson>;
export const InvitedRegistration = z.extend(InvitedPerson, { token: MailedProof.shape.token });
export type InvitedRegistration = z.infer<typeof InvitedRegistration>;
