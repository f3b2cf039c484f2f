import * as z from 'zod/mini';

/** The signed-in roles; a visitor has none. */
export const roles = ['donor', 'staff', 'operator'] as const;

export const Role = z.enum(roles, '役割の指定が正しくありません。');
export type Role = z.infer<typeof Role>;

export const roleLabels: Record<Role, string> = {
  donor: '寄付者',
  staff: '団体スタッフ',
  operator: '運営',
};

/** The question of POST /api/users/check-role and its answer. */
export const RoleQuestion = z.strictObject({ role: Role });
export const RoleAnswer = z.object({ allowed: z.boolean() });
