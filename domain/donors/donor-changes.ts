import * as z from 'zod/mini';
import { Account, Names, SentAddress } from '#domain/accounts/account.ts';
import { Phone } from '#domain/values/phone.ts';
import { line, paragraphs } from '#domain/values/typed-text.ts';

/** Why the operator did it; it stands in the audit log, so it names nobody. */
const reason = line('理由', 200);
export const Reasoned = z.strictObject({ reason });

/** What is corrected on somebody's word: one part of it or several. */
export const Correction = z
  .strictObject({
    names: z.optional(Names),
    tel: z.optional(Phone),
    address: z.optional(SentAddress),
    reason,
  })
  .check(
    z.refine(
      ({ names, tel, address }) =>
        names !== undefined || tel !== undefined || address !== undefined,
      '直すところを選んでください。',
    ),
  );
export type Correction = z.infer<typeof Correction>;

export const correctedPartLabels = {
  names: 'お名前',
  tel: '電話番号',
  address: 'ご住所',
} as const;
export type CorrectedPart = keyof typeof correctedPartLabels;

/** What stands after a correction. */
export const Corrected = z.object({ account: Account });
export type Corrected = z.infer<typeof Corrected>;

export const NoteDraft = z.strictObject({ body: paragraphs('メモ', 2000) });

export const LockChange = z.strictObject({ isLocked: z.boolean(), reason });

/** What the operator types before a record is erased for good. */
export const eraseWord = '消去する';
export const ErasureOnRequest = z.strictObject({
  typed: z.literal(eraseWord, `確認のため「${eraseWord}」と入力してください。`),
  reason,
});
