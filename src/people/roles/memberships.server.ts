import type { Person } from '#kit/actor.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import type { StaffRole } from '#kit/permissions/roles.ts';

const viewerMessage = 'この操作は、編集できる担当者の方にお願いしています。';

type Member = Pick<Person, 'role' | 'staffRoles'>;

/** A member's role in an organisation. Non-members get the same refusal as for an unknown organisation. */
export function demandMember({ role, staffRoles }: Member, associateId: string): StaffRole {
  const own = Object.hasOwn(staffRoles, associateId) ? staffRoles[associateId] : undefined;
  if (role !== 'staff' || own === undefined) throw notFound('団体');
  return own;
}

/** Requires an editor; refuses viewers. */
export function demandEditor(person: Member, associateId: string): void {
  if (demandMember(person, associateId) !== 'editor') throw refuse('Forbidden', viewerMessage);
}
