import type { Choice } from '#app/forms/fields/choice.ts';
import { adminRoles } from '#domain/auth/admin-roles.ts';
import { roleLabels } from '#domain/auth/roles.ts';
import { adminRoleHints } from '#domain/people/admin-person.ts';

/** The roles of people who run the service, with their responsibilities. */
export const roleChoices: readonly Choice[] = adminRoles.map((role) => ({
  value: role,
  label: roleLabels[role],
  note: adminRoleHints[role],
}));
