import type { Choice } from '#kit/forms/fields/choice.ts';
import { adminRoles } from '#kit/permissions/admin-roles.ts';
import { roleLabels } from '#kit/permissions/roles.ts';
import { adminRoleHints } from '#people/roles/admin-person.ts';

/** The roles of people who run the service, with their responsibilities. */
export const roleChoices: readonly Choice[] = adminRoles.map((role) => ({
  value: role,
  label: roleLabels[role],
  note: adminRoleHints[role],
}));
