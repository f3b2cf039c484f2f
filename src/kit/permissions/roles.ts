import * as z from 'zod/mini';

/** Roles of signed-in people; a visitor has none. */
export const roles = [
  'donor',
  'staff',
  'warehouse',
  'accountant',
  'auditor',
  'operator',
  'owner',
] as const;

export const Role = z.enum(roles, '役割の指定が正しくありません。');
export type Role = z.infer<typeof Role>;

export const roleLabels: Record<Role, string> = {
  donor: '寄付者',
  staff: '団体の担当者',
  warehouse: '倉庫',
  accountant: '経理',
  auditor: '監査',
  operator: '運営',
  owner: '運営の責任者',
};

/** Role of a person within one organisation. */
export const staffRoles = ['editor', 'viewer'] as const;
export const StaffRole = z.enum(staffRoles, '役割の指定が正しくありません。');
export type StaffRole = z.infer<typeof StaffRole>;

export const staffRoleLabels: Record<StaffRole, string> = {
  editor: '編集できる担当者',
  viewer: '閲覧のみの担当者',
};

/** Request and response of POST /api/users/check-role. */
export const RoleQuestion = z.strictObject({ role: Role });
export const RoleAnswer = z.object({ allowed: z.boolean() });
