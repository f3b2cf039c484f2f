import * as z from 'zod/mini';
import { Phone } from '#kit/values/phone.ts';
import { line, paragraphs } from '#kit/values/typed-text.ts';
import { Account, Names, SentAddress } from '#people/accounts/account.ts';

/** The operator's reason; written to the audit log, so it must not contain names. */
const reason = line('理由', 200);
export const Reasoned = z.strictObject({ reason });

/** Corrections at the donor's request, of one or several parts. */
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

/** The account after a correction. */
export const Corrected = z.object({ account: Account });
export type Corrected = z.infer<typeof Corrected>;

export const NoteDraft = z.strictObject({ body: paragraphs('メモ', 2000) });

export const LockChange = z.strictObject({ isLocked: z.boolean(), reason });

/** Typed by the operator to confirm a permanent erasure. */
export const eraseWord = '消去する';
export const ErasureOnRequest = z.strictObject({
  typed: z.literal(eraseWord, `確認のため「${eraseWord}」と入力してください。`),
  reason,
});
