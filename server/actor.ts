import type { Role } from '#domain/roles.ts';

/** Who asks: nobody known, or the person of a verified token. Never taken from a body. */
export type Visitor = { kind: 'visitor' };
export type Person = {
  kind: 'person';
  uid: string;
  role: Role;
  sessionId: string;
  /** The organisations that a person with the role staff works for. */
  associateIds: string[];
};
export type Actor = Visitor | Person;

export const visitor: Visitor = { kind: 'visitor' };

/** Who may call a route; every route declares one (robustness decision 9). */
export type Allow = 'anyone' | 'signed-in' | 'staff' | 'operator';

/** Whether `actor` may call a route that declares `allow`: yes, sign in first, or no. */
export function permits(allow: Allow, actor: Actor): 'yes' | 'sign-in' | 'no' {
  if (allow === 'anyone') return 'yes';
  if (actor.kind === 'visitor') return 'sign-in';
  if (allow === 'signed-in') return 'yes';
  return actor.role === allow ? 'yes' : 'no';
}
