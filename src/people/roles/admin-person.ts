import * as z from 'zod/mini';
import { adminRoles } from '#kit/permissions/admin-roles.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { optionalParagraphs } from '#kit/values/typed-text.ts';

export const peoplePageSize = 50;

export const AdminRole = z.enum(adminRoles, '役割を選んでください。');
export type AdminRole = z.infer<typeof AdminRole>;

/** Scope of each role, shown when choosing it. */
export const adminRoleHints: Record<AdminRole, string> = {
  owner: 'すべての仕事と、運営の人の招待・役割の変更',
  operator: '毎日の仕事のすべて。運営の人の役割は変えられません。',
  warehouse: '箱の発送・到着と査定。お金と本人確認の書類は見られません。',
  accountant: 'お金と書き出し。箱の手続きはできません。',
  auditor: '帳簿・送金・記録を見て、質問できます。何も変えられません。',
};

/** A person who runs the service, as owners and operators see them. */
export const AdminPerson = z.object({
  uid: z.string(),
  name: z.string(),
  email: z.string(),
  role: AdminRole,
  hasSecondFactor: z.boolean(),
  lastSignInAt: z.nullable(Timestamp),
  sessionCount: z.number(),
  /** Whether a role change waits for a second person. */
  isChanging: z.boolean(),
  /** People cannot change or remove themselves. */
  isSelf: z.boolean(),
});
export type AdminPerson = z.infer<typeof AdminPerson>;

const reason = optionalParagraphs('理由', 500);

/** `from` is the role that the screen showed. */
export const RoleRequest = z.strictObject({ from: AdminRole, to: AdminRole, reason });
export type RoleRequest = z.infer<typeof RoleRequest>;

export const PersonRemoval = z.strictObject({ from: AdminRole, reason });
export type PersonRemoval = z.infer<typeof PersonRemoval>;
