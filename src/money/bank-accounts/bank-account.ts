import * as z from 'zod/mini';
import { toHalfWidth } from '#kit/values/text-width.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { optionalParagraphs } from '#kit/values/typed-text.ts';
import { bankKanaProblem, toBankKana } from './bank-kana.ts';
import { AccountBlock } from './blocked-account.ts';

export const bankAccountKinds = ['ordinary', 'current', 'savings'] as const;
export const BankAccountKind = z.enum(bankAccountKinds, '預金の種類を選んでください。');
export type BankAccountKind = z.infer<typeof BankAccountKind>;

/** Hours before money may be transferred to a new account. */
export const accountHoldHours = 24;

export const bankAccountKindLabels: Record<BankAccountKind, string> = {
  ordinary: '普通',
  current: '当座',
  savings: '貯蓄',
};

const numberLength = 7;
export const longestHolder = 30;

const numberMessage =
  '口座番号は7桁までの数字で入力してください。ゆうちょ銀行は、振込用の店名と口座番号でご登録ください。';

/** Seven digits; shorter numbers are padded with leading zeros, as banks do. */
const AccountNumber = z.string().check(
  z.overwrite((text) => toHalfWidth(text).trim()),
  z.minLength(1, '口座番号を入力してください。'),
  z.regex(/^\d{1,7}$/, numberMessage),
  z.overwrite((digits) => digits.padStart(numberLength, '0')),
);

const Holder = z.string().check(
  z.maxLength(100, '口座名義が長すぎます。'),
  z.overwrite(toBankKana),
  z.minLength(1, '口座名義を入力してください。'),
  z.superRefine<string>((kana, context) => {
    const message = bankKanaProblem(kana);
    if (message) context.addIssue({ code: 'custom', message });
    else if (kana.length > longestHolder) {
      context.addIssue({
        code: 'custom',
        message: `口座名義は、濁点も1文字と数えて${longestHolder}文字以内で入力してください。短くは切らず、銀行に略し方をお確かめください。`,
      });
    }
  }),
);

/** An account as typed; the names of bank and branch follow from their codes. */
export const BankAccountDraft = z.strictObject({
  bankCode: z.string().check(z.regex(/^\d{4}$/, '銀行を一覧から選んでください。')),
  branchCode: z.string().check(z.regex(/^\d{3}$/, '支店を一覧から選んでください。')),
  kind: BankAccountKind,
  number: AccountNumber,
  holder: Holder,
});
export type BankAccountDraft = z.infer<typeof BankAccountDraft>;

/** An account that receives or pays transfers. */
export const BankAccount = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  branchCode: z.string(),
  branchName: z.string(),
  kind: BankAccountKind,
  number: z.string(),
  holder: z.string(),
});
export type BankAccount = z.infer<typeof BankAccount>;

/** Request to change the account; takes effect after a second person's approval. */
export const BankAccountRequest = z.strictObject({
  account: BankAccountDraft,
  /** Account that the form showed; if it has changed, the request is stale. */
  replaces: z.nullable(z.string().check(z.maxLength(64))),
  reason: optionalParagraphs('理由', 500),
});
export type BankAccountRequest = z.infer<typeof BankAccountRequest>;

/** The current account with its number masked, why runs skip it, and the pending request. */
export const BankAccountState = z.object({
  blocked: z.nullable(AccountBlock),
  account: z.nullable(z.extend(BankAccount, { id: z.string(), since: Timestamp })),
  waiting: z.nullable(z.object({ id: z.string(), askedAt: Timestamp })),
});
export type BankAccountState = z.infer<typeof BankAccountState>;

/** A bank or branch in the search results. */
export const BankChoice = z.object({ code: z.string(), name: z.string(), kana: z.string() });
export type BankChoice = z.infer<typeof BankChoice>;

/** ***4567: enough to recognise an account, too little to use it. */
export const maskedNumber = (number: string): string => `***${number.slice(-4)}`;
