import type { LedgerAccountCode } from '#money/ledger/accounts.ts';

/** Accounting programs that journals are exported for, and a plain file with every line. */
export const softwares = ['yayoi', 'yayoi-online', 'freee', 'moneyforward', 'general'] as const;
export type Software = (typeof softwares)[number];
export const softwareLabels: Record<Software, string> = {
  yayoi: '弥生会計（デスクトップ）',
  'yayoi-online': '弥生会計 オンライン',
  freee: 'freee会計',
  moneyforward: 'マネーフォワード クラウド会計',
  general: '汎用（1行に1科目）',
};

/** Programs that import 弥生's layout. */
export const isYayoi = (software: Software): boolean =>
  software === 'yayoi' || software === 'yayoi-online';

/** Limits of one import file: rows without the header, and bytes. */
export type FileLimit = { rows: number; bytes: number };

/**
 * From the makers: 弥生会計 オンライン (https://yayoi-k.jp/faq/10431.html), freee会計
 * (https://support.freee.co.jp/hc/ja/articles/202847920). The others document none for journals.
 */
export const fileLimits: Partial<Record<Software, FileLimit>> = {
  'yayoi-online': { rows: 1_000, bytes: 1_000_000 },
  freee: { rows: 5_000, bytes: 5_000_000 },
};

/** Whether each gift is a journal, or the gifts of a day and organisation form one. */
export const giftChoices = ['day', 'each'] as const;
export type GiftChoice = (typeof giftChoices)[number];
export const giftChoiceLabels: Record<GiftChoice, string> = {
  day: '寄付は、1日と団体ごとにまとめる',
  each: '寄付も、1件ずつ書き出す',
};

/** Months per file. */
export const mostJournalMonths = 12;

export type JournalLine = {
  code: LedgerAccountCode;
  /** Name of the owning organisation or fund; '' for accounts without one. */
  owner: string;
  /** Yen; a debit is positive, a credit negative. */
  amountYen: number;
};

/** A posting, or the gifts of a day, for export. Its lines sum to 0. */
export type Journal = {
  /** YYYY-MM-DD in Asia/Tokyo. */
  day: string;
  /** Id of the posting, or `gifts:<day>:<owner>`. */
  id: string;
  text: string;
  lines: readonly JournalLine[];
};

/**
 * 寄付の取り消し：理由（見本の会）. The reason comes first: programs cut long texts, and the names are in the
 * sub-accounts as well.
 */
export function journalText(label: string, lines: readonly JournalLine[], reason = ''): string {
  const owners = [...new Set(lines.map(({ owner }) => owner).filter((owner) => owner !== ''))];
  const [first, ...others] = owners;
  const ownerText = first === undefined ? '' : `（${first}${others.length > 0 ? 'ほか' : ''}）`;
  return `${label}${reason === '' ? '' : `：${reason.replace(/\s+/g, ' ')}`}${ownerText}`;
}
