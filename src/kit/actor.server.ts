import { may, type Permission } from '#kit/permissions/permissions.ts';
import type { Role, StaffRole } from '#kit/permissions/roles.ts';

/** The caller: unknown, or the person of a verified token. Never taken from a body. */
export type Visitor = { kind: 'visitor' };
export type Person = {
  kind: 'person';
  uid: string;
  role: Role;
  sessionId: string;
  /** Organisations of a person with the role staff. */
  associateIds: string[];
  /** Their staff role at each of them. */
  staffRoles: Readonly<Record<string, StaffRole>>;
  /** Operators and staff must have a second factor: until then they may only set it up. */
  lacksSecondFactor: boolean;
};
export type Actor = Visitor | Person;

export const visitor: Visitor = { kind: 'visitor' };

/**
 * Signed in at the auth provider, but without a product record until registration is complete. A visitor to every route
 * that does not declare 'signed-up'.
 */
export type Newcomer = { kind: 'newcomer'; uid: string; sessionId: string };

/** Access to a route; a route without one fails the start (docs/product.md, Who uses it). */
export type Allow = 'anyone' | 'signed-up' | 'before-second-factor' | 'signed-in' | Permission;

/** Whether `actor` may call a route that declares `allow`: yes, sign in first, set up a second factor first, or no. */
export function permits(
  allow: Allow,
  actor: Actor | Newcomer,
): 'yes' | 'sign-in' | 'second-factor' | 'no' {
  if (allow === 'anyone') return 'yes';
  if (actor.kind === 'visitor') return 'sign-in';
  if (allow === 'signed-up') return 'yes';
  if (actor.kind === 'newcomer') return 'sign-in';
  if (allow === 'before-second-factor') return 'yes';
  if (actor.lacksSecondFactor) return 'second-factor';
  if (allow === 'signed-in') return 'yes';
  return may(actor.role, allow) ? 'yes' : 'no';
}
