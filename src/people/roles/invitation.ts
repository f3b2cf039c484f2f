import * as z from 'zod/mini';
import { StaffRole } from '#kit/permissions/roles.ts';
import { NewEmail } from '#kit/values/email.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { optionalParagraphs } from '#kit/values/typed-text.ts';
import { Names } from '#people/accounts/account.ts';
import { MailedProof, NewPassword } from '#people/sign-in/sign-in.ts';
import { AdminRole } from './admin-person.ts';

/** Validity of an invitation's link in days. */
export const invitationDays = 7;
/** Limit of people and open invitations, per organisation and for the service. */
export const mostPeople = 100;

/** Invitation to run the service. */
export const AdminInvitationDraft = z.strictObject({
  email: NewEmail,
  role: AdminRole,
  reason: optionalParagraphs('理由', 500),
});
export type AdminInvitationDraft = z.infer<typeof AdminInvitationDraft>;

/** Invitation to an organisation. */
export const StaffInvitationDraft = z.strictObject({ email: NewEmail, staffRole: StaffRole });
export type StaffInvitationDraft = z.infer<typeof StaffInvitationDraft>;

/** An open invitation, as its senders see it. */
export const OpenInvitation = z.object({
  id: z.string(),
  email: z.string(),
  /** Label of the offered role. */
  roleLabel: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  isExpired: z.boolean(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/** Response to an invitation: sent, or waiting for a second person. */
export const InvitationOutcome = z.object({
  outcome: z.enum(['sent', 'asked']),
  dueAt: z.nullable(Timestamp),
});
export type InvitationOutcome = z.infer<typeof InvitationOutcome>;

/** An invitation, as the holder of its link sees it. */
export const InvitationFacts = z.object({
  email: z.string(),
  /** たすきの運営, or the organisation's name. */
  place: z.string(),
  roleLabel: z.string(),
  expiresAt: Timestamp,
  /** True for an organisation, false for the service. */
  isStaff: z.boolean(),
  /** Whether the e-mail has an account: then sign in, do not register. */
  isRegistered: z.boolean(),
});
export type InvitationFacts = z.infer<typeof InvitationFacts>;

/** Accepts with the link alone, when signed in. */
export const InvitationProof = MailedProof;
export type InvitationProof = z.infer<typeof InvitationProof>;

/** Registers a new account along with the link: names and password. */
export const InvitedPerson = z.extend(Names, { password: NewPassword });
export type InvitedPerson = z.infer<typeof InvitedPerson>;
export const InvitedRegistration = z.extend(InvitedPerson, { token: MailedProof.shape.token });
export type InvitedRegistration = z.infer<typeof InvitedRegistration>;
