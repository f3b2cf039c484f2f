import * as z from 'zod/mini';
import { StaffRole } from '#kit/permissions/roles.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { OpenInvitation } from './invitation.ts';

/** A person who works for an organisation. */
export const StaffPerson = z.object({
  uid: z.string(),
  name: z.string(),
  email: z.string(),
  staffRole: StaffRole,
  hasSecondFactor: z.boolean(),
  lastSignInAt: z.nullable(Timestamp),
  /** Browsers in which they are signed in. */
  sessionCount: z.number(),
  isSelf: z.boolean(),
});
export type StaffPerson = z.infer<typeof StaffPerson>;

/** People of an organisation, and open invitations. */
export const AssociatePeople = z.object({
  people: z.array(StaffPerson),
  invitations: z.array(OpenInvitation),
  mayChange: z.boolean(),
});
export type AssociatePeople = z.infer<typeof AssociatePeople>;

/** `from` is the role that the screen showed. */
export const StaffRoleChange = z.strictObject({ from: StaffRole, to: StaffRole });
export type StaffRoleChange = z.infer<typeof StaffRoleChange>;
