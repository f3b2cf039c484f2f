import type { Role } from './roles.ts';

// Apart from the permissions, since every page asks for it.

/** The roles of those who run the service. */
export const adminRoles = [
  'owner',
  'operator',
  'warehouse',
  'accountant',
] as const satisfies Role[];
export type AdminRole = (typeof adminRoles)[number];

/** Whether a role's home is the admin area. */
export const isAdminRole = (role: Role | undefined): role is AdminRole =>
  adminRoles.some((one) => one === role);
