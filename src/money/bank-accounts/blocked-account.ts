import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line } from '#kit/values/typed-text.ts';

export const blockedPageSize = 20;

/** The reason for a block: a transfer to the account was returned on that day (YYYY-MM-DD). */
export const AccountBlock = z.object({
  id: z.number(),
  returnedOn: z.string(),
  reason: z.string(),
});
export type AccountBlock = z.infer<typeof AccountBlock>;

/** An organisation's account that runs skip. */
export const BlockedAccount = z.object({
  associateId: z.string(),
  targetName: z.string(),
  /** 銀行 支店 普通 ***4567 ﾀｽｷ. */
  account: z.string(),
  returnedOn: z.string(),
  amountYen: z.number(),
  reason: z.string(),
  blockedAt: Timestamp,
});
export type BlockedAccount = z.infer<typeof BlockedAccount>;

/** Confirms that a blocked account is correct; `blockId` is the block that the page showed. */
export const AccountConfirmation = z.strictObject({
  blockId: z.int('画面を読み込み直してください。').check(z.minimum(1)),
  reason: line('理由', 200),
});
export type AccountConfirmation = z.infer<typeof AccountConfirmation>;
