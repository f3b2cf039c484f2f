import type { Choice } from '#app/forms/fields/choice.ts';
import { adminRoles } from '#domain/auth/admin-roles.ts';
import { roleLabels } from '#domain/auth/roles.ts';
import { adminRoleHints } from '#domain/people/admin-person.ts';

/** The roles of those who run the service, with what lies with each. */
export const roleChoices: readonly Choice[] = adminRoles.map((role) => ({
  value: role,
  label: roleLabels[role],
  note: adminRoleHints[role],
}));
