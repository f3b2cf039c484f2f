import * as z from 'zod/mini';
import { Role } from '#domain/auth/roles.ts';
import { BankAccount } from '#domain/bank-accounts/bank-account.ts';

/** What of somebody's role waits for a second person. */
export const RoleChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('change'), from: Role, to: Role }),
  z.object({ type: z.literal('remove'), from: Role }),
  z.object({ type: z.literal('invite'), email: z.string(), to: Role }),
]);
export type RoleChange = z.infer<typeof RoleChange>;

/** Another account in the place of the one that holds; none where it is the first. */
export const BankAccountChange = z.object({
  beforeId: z.nullable(z.string()),
  before: z.nullable(BankAccount),
  after: BankAccount,
});
export type BankAccountChange = z.infer<typeof BankAccountChange>;
