import * as z from 'zod/mini';
import { StaffRole } from '#domain/auth/roles.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { OpenInvitation } from './invitation.ts';

/** Somebody who works for an organisation. */
export const StaffPerson = z.object({
  uid: z.string(),
  name: z.string(),
  email: z.string(),
  staffRole: StaffRole,
  hasSecondFactor: z.boolean(),
  lastSignInAt: z.nullable(Timestamp),
  /** In how many browsers they are signed in. */
  sessionCount: z.number(),
  isSelf: z.boolean(),
});
export type StaffPerson = z.infer<typeof StaffPerson>;

/** Everybody of an organisation, and who is invited. */
export const AssociatePeople = z.object({
  people: z.array(StaffPerson),
  invitations: z.array(OpenInvitation),
  /** Whether the reader may change any of it. */
  mayChange: z.boolean(),
});
export type AssociatePeople = z.infer<typeof AssociatePeople>;

/** `from` is the role that was on the screen. */
export const StaffRoleChange = z.strictObject({ from: StaffRole, to: StaffRole });
export type StaffRoleChange = z.infer<typeof StaffRoleChange>;
