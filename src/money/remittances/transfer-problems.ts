import { addDays, isDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { longestHolder } from '#money/bank-accounts/bank-account.ts';
import { bankKanaProblem } from '#money/bank-accounts/bank-kana.ts';
import { bankLayouts } from './bank-layouts.ts';
import { bankClosedFor, mostDaysAhead } from './transfer-day.ts';
import {
  inBankLetters,
  largestAmountYen,
  largestTotalYen,
  mostPayments,
  type TransferFile,
  type TransferPayer,
  type TransferPayment,
  totalYenOf,
} from './transfer-file.ts';
import { bankNameProblem } from './transfer-letters.ts';

/** What keeps a file from being written (error), or a person should look at first (warning). */
export type TransferProblem = {
  severity: 'error' | 'warning';
  /** Null for problems of the whole file. */
  paymentId: string | null;
  message: string;
};

/** External facts that checks need. */
export type TransferWorld = {
  /** YYYY-MM-DD. */
  today: string;
  isHoliday: (day: string) => boolean;
  knownBranch: (bankCode: string, branchCode: string) => boolean;
};

const longestConsignor = 40;
const longestEdi = 20;

/** Everything that is wrong or odd about a file of transfers, of the file first, then payment by payment. */
export function transferProblems(file: TransferFile, world: TransferWorld): TransferProblem[] {
  if (file.payments.length > mostPayments) {
    const most = formatYen(mostPayments);
    const message = `1つのファイルに入れられるのは${most}件までです。分けてお作りください。`;
    return [{ severity: 'error', paymentId: null, message }];
  }
  const { payer, payments, transferOn } = inBankLetters(file);
  const { layout, transferKind } = file.options;
  const ofFile = [
    ...payerErrors(payer, world),
    ...present(
      !bankLayouts[layout].transferKinds.includes(transferKind) &&
        `${bankLayouts[layout].label}の形式では、振込指定区分に${transferKind}を使えません。`,
    ),
    ...dayErrors(transferOn, world),
    ...sumErrors(payments),
  ].map((message) => ({ severity: 'error' as const, paymentId: null, message }));
  const warnings: TransferProblem[] = dayWarnings(payer, transferOn, world).map((message) => ({
    severity: 'warning',
    paymentId: null,
    message,
  }));
  const seen = new Map<string, Set<number>>();
  const ofPayments = payments.flatMap((payment): TransferProblem[] => [
    ...paymentErrors(payment, world).map((message) => ({
      severity: 'error' as const,
      paymentId: payment.id,
      message,
    })),
    ...repeatWarnings(payment, seen).map((message) => ({
      severity: 'warning' as const,
      paymentId: payment.id,
      message,
    })),
  ]);
  return [...ofFile, ...warnings, ...ofPayments];
}

const present = (...messages: (string | undefined | false)[]) =>
  messages.filter((message) => typeof message === 'string');

function payerErrors(payer: TransferPayer, { knownBranch }: TransferWorld): string[] {
  const { consignorName: name } = payer;
  return present(
    !/^\d{10}$/.test(payer.consignorCode) && '委託者コードを10桁の数字で設定してください。',
    name === '' ? '委託者名を設定してください。' : bankKanaProblem(name, '委託者名'),
    name.length > longestConsignor &&
      `委託者名は、濁点も1文字と数えて${longestConsignor}文字以内で設定してください。`,
    ...accountErrors(payer, '振込元', knownBranch),
    bankNameProblem(payer.bankName, '振込元の銀行名'),
    bankNameProblem(payer.branchName, '振込元の支店名'),
  );
}

function accountErrors(
  { bankCode, branchCode, number }: { bankCode: string; branchCode: string; number: string },
  whose: string,
  knownBranch: TransferWorld['knownBranch'],
): string[] {
  const isCode = /^\d{4}$/.test(bankCode) && /^\d{3}$/.test(branchCode);
  return present(
    !isCode && `${whose}の銀行コード（4桁）か支店コード（3桁）が正しくありません。`,
    isCode &&
      !knownBranch(bankCode, branchCode) &&
      `${whose}の銀行か支店（${bankCode}-${branchCode}）が見つかりません。統廃合がなかったかお確かめください。`,
    !/^\d{7}$/.test(number) && `${whose}の口座番号が7桁の数字ではありません。`,
    /^0+$/.test(number) && `${whose}の口座番号がすべて0です。`,
  );
}

function dayErrors(transferOn: string, { today, isHoliday }: TransferWorld): string[] {
  if (!isDay(transferOn)) return ['振込指定日を選んでください。'];
  const closed = bankClosedFor(transferOn, isHoliday);
  return present(
    closed && `振込指定日は${closed}です。銀行の営業日を選んでください。`,
    transferOn < today && '振込指定日が過ぎています。今日からあとの日を選んでください。',
    transferOn > addDays(today, mostDaysAhead) &&
      `振込指定日は${mostDaysAhead}日先までの日を選んでください。`,
  );
}

const dayWarnings = (payer: TransferPayer, transferOn: string, { today }: TransferWorld) =>
  present(
    transferOn === today &&
      '振込指定日が今日です。銀行の受付の締め切りに間に合うか、お確かめください。',
    payer.kind === 'savings' &&
      '振込元が貯蓄預金です。総合振込に使えるか、銀行にお確かめください。',
  );

function sumErrors(payments: readonly TransferPayment[]): string[] {
  const isSum = payments.every(({ amountYen }) => Number.isSafeInteger(amountYen));
  const total = totalYenOf(payments);
  return present(
    payments.length === 0 && '振込が1件もありません。',
    isSum &&
      total > largestTotalYen &&
      `合計が${formatYen(largestTotalYen)}円を超えています。ファイルを分けてお作りください。`,
  );
}

function paymentErrors(payment: TransferPayment, { knownBranch }: TransferWorld): string[] {
  const { holder, customerCode1, customerCode2, ediText = '' } = payment;
  return present(
    amountError(payment.amountYen),
    ...accountErrors(payment, '振込先', knownBranch),
    bankNameProblem(payment.bankNameKana, '振込先の銀行名'),
    bankNameProblem(payment.branchNameKana, '振込先の支店名'),
    holder === '' ? '口座名義がありません。' : bankKanaProblem(holder),
    holder.length > longestHolder &&
      `口座名義が、濁点も1文字と数えて${longestHolder}文字を超えています。短くは切らず、銀行に略し方をお確かめください。`,
    ![customerCode1, customerCode2].every((code) => /^\d{0,10}$/.test(code)) &&
      '顧客コードは10桁までの数字です。',
    bankKanaProblem(ediText, 'EDI情報'),
    ediText.length > longestEdi && `EDI情報は${longestEdi}文字までです。`,
    ediText !== '' &&
      customerCode1 + customerCode2 !== '' &&
      '顧客コードとEDI情報は、どちらか一方だけを入れてください。',
  );
}

function amountError(amountYen: number): string | undefined {
  if (!Number.isSafeInteger(amountYen)) return '金額が円単位の数字ではありません。';
  if (amountYen <= 0) return `金額が1円以上ではありません（${formatYen(amountYen)}円）。`;
  return amountYen > largestAmountYen
    ? `金額が10桁（${formatYen(largestAmountYen)}円）を超えています。`
    : undefined;
}

/** Warns of an account paid twice: often a duplicate, but only a person can tell. */
function repeatWarnings(
  { bankCode, branchCode, kind, number, amountYen }: TransferPayment,
  seen: Map<string, Set<number>>,
): string[] {
  const account = [bankCode, branchCode, kind, number].join(' ');
  const amounts = seen.get(account);
  if (!amounts) {
    seen.set(account, new Set([amountYen]));
    return [];
  }
  const isSame = amounts.has(amountYen);
  amounts.add(amountYen);
  return [
    isSame
      ? '同じ口座へ同じ金額の振込が、ほかにもあります。二重でないか、お確かめください。'
      : '同じ口座への、金額の違う振込がほかにもあります。まとめなくてよいか、お確かめください。',
  ];
}
