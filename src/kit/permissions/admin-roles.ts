import type { Role } from './roles.ts';

// Separate from the permissions: every page needs it.

/** Roles of the people who run the service. */
export const adminRoles = [
  'owner',
  'operator',
  'warehouse',
  'accountant',
  'auditor',
] as const satisfies Role[];
export type AdminRole = (typeof adminRoles)[number];

export const isAdminRole = (role: Role | undefined): role is AdminRole =>
  adminRoles.some((one) => one === role);
