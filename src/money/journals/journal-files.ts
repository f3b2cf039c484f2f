import { formatDate } from '#kit/values/timestamp.ts';
import type { Journal, JournalLine, Software } from './journal.ts';
import type { JournalCode } from './journal-codes.ts';
import { ownerMark } from './journal-codes.ts';

type Side = { account: string; sub: string; owner: string; tax: string; yen: number };
type Codes = ReadonlyMap<string, JournalCode>;
type Layout = {
  header: readonly string[] | undefined;
  /** Rows of a journal; `number` counts the journals of the file from 1. */
  rows: (journal: Journal, codes: Codes, number: number) => string[][];
};

function sideOf({ code, owner, amountYen }: JournalLine, codes: Codes): Side {
  const journalCode = codes.get(code);
  if (!journalCode) throw new Error(`${code} has no name`);
  return {
    account: journalCode.accountName,
    sub: journalCode.subAccountName.replaceAll(ownerMark, () => owner),
    owner,
    tax: journalCode.taxCode,
    yen: Math.abs(amountYen),
  };
}

/** Pairs debits with credits; the longer side continues alone. */
function pairsOf({ lines }: Journal, codes: Codes): [Side | undefined, Side | undefined][] {
  const side = (sign: number) =>
    lines.filter(({ amountYen }) => amountYen * sign > 0).map((one) => sideOf(one, codes));
  const [debits, credits] = [side(1), side(-1)];
  return Array.from({ length: Math.max(debits.length, credits.length) }, (_, index) => [
    debits[index],
    credits[index],
  ]);
}

/** As Shift_JIS programs count: a full-width letter is 2. */
const widthOf = (letter: string) => (/[ -~\uFF61-\uFF9F]/.test(letter) ? 1 : 2);

/** The longest prefix of a text not wider than `most` half-width letters. */
export function cutToWidth(text: string, most: number): string {
  let width = 0;
  let cut = '';
  for (const letter of text) {
    width += widthOf(letter);
    if (width > most) return cut;
    cut += letter;
  }
  return cut;
}

const maxSubWidth = 24;

/** FNV-1a in four hexadecimal digits: stable across files. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return ((hash ^ (hash >>> 16)) & 0xffff).toString(16).padStart(4, '0');
}

/**
 * 弥生 distinguishes sub-accounts by their first 24 letters. Many names share a prefix, so a cut name
 * ends in a hash.
 */
const yayoiSub = (sub: string) =>
  cutToWidth(sub, maxSubWidth) === sub ? sub : `${cutToWidth(sub, maxSubWidth - 5)}#${markOf(sub)}`;

/**
 * One side of a row of 弥生: account, sub-account, section, tax code, amount, tax. A side without an
 * account has a tax code and 0.
 */
const yayoiSide = (side: Side | undefined) =>
  side
    ? [cutToWidth(side.account, 24), yayoiSub(side.sub), '', side.tax, String(side.yen), '']
    : ['', '', '', '対象外', '0', ''];

/**
 * 弥生インポート形式: 25 columns without a header
 * (https://support.yayoi-kk.co.jp/subcontents.html?page_id=18545). 2000 is a one-row journal; 2110,
 * 2100 and 2101 are the first, middle and last row of a slip.
 */
const yayoi: Layout = {
  header: undefined,
  rows(journal, codes) {
    const pairs = pairsOf(journal, codes);
    const isSlip = pairs.length > 1;
    return pairs.map(([debit, credit], index) => [
      isSlip ? (index === 0 ? '2110' : index === pairs.length - 1 ? '2101' : '2100') : '2000',
      '',
      '',
      formatDate(journal.day),
      ...yayoiSide(debit),
      ...yayoiSide(credit),
      cutToWidth(journal.text, 64),
      '',
      '',
      isSlip ? '3' : '0',
      '',
      cutToWidth(journal.id, 180),
      '0',
      '0',
      'no',
    ]);
  },
};

const freeeSide = (side: Side | undefined) =>
  side
    ? [side.account, side.sub, side.owner, side.tax, String(side.yen), '']
    : ['', '', '', '', '', ''];
const freeeColumns = (side: string) =>
  ['勘定科目', '補助科目', '取引先', '税区分', '金額', '税額'].map((name) => `${side}${name}`);

/**
 * freee会計's import of journals: rows with the same day and number form one journal
 * (https://support.freee.co.jp/hc/ja/articles/204847430). Columns are assigned on its screen.
 */
const freee: Layout = {
  header: [
    '日付',
    '伝票番号',
    '決算整理仕訳',
    ...freeeColumns('借方'),
    ...freeeColumns('貸方'),
    '摘要',
  ],
  rows: (journal, codes, number) =>
    pairsOf(journal, codes).map(([debit, credit]) => [
      formatDate(journal.day),
      String(number),
      '',
      ...freeeSide(debit),
      ...freeeSide(credit),
      journal.text,
    ]),
};

/** One row per ledger line, for any other program. */
const general: Layout = {
  header: [
    '日付',
    '記帳番号',
    '科目コード',
    '勘定科目',
    '補助科目',
    '団体・基金',
    '税区分',
    '借方金額',
    '貸方金額',
    '摘要',
  ],
  rows: (journal, codes) =>
    journal.lines.map((one) => {
      const { account, sub, owner, tax, yen } = sideOf(one, codes);
      const amounts = one.amountYen > 0 ? [String(yen), ''] : ['', String(yen)];
      return [
        formatDate(journal.day),
        journal.id,
        one.code,
        account,
        sub,
        owner,
        tax,
        ...amounts,
        journal.text,
      ];
    }),
};

const moneyforwardSide = (side: Side | undefined) =>
  side
    ? [side.account, side.sub, '', side.owner, side.tax, '', String(side.yen), '']
    : ['', '', '', '', '', '', '', ''];
const moneyforwardColumns = (side: string) =>
  ['勘定科目', '補助科目', '部門', '取引先', '税区分', 'インボイス', '金額(円)', '税額'].map(
    (name) => `${side}${name}`,
  );

/**
 * マネーフォワード クラウド会計's import of journals (仕訳帳): 27 columns (A to AA), header unchanged. Rows with the
 * same day and 取引No form one journal, which must balance
 * (https://biz.moneyforward.com/support/account/guide/import-books/ib01.html).
 */
const moneyforward: Layout = {
  header: [
    '取引No',
    '取引日',
    ...moneyforwardColumns('借方'),
    ...moneyforwardColumns('貸方'),
    ...['摘要', '仕訳メモ', 'タグ', 'MF仕訳タイプ', '決算整理仕訳'],
    ...['作成日時', '作成者', '最終更新日時', '最終更新者'],
  ],
  rows: (journal, codes, number) =>
    pairsOf(journal, codes).map(([debit, credit]) => [
      String(number),
      formatDate(journal.day),
      ...moneyforwardSide(debit),
      ...moneyforwardSide(credit),
      journal.text,
      journal.id,
      ...Array<string>(7).fill(''),
    ]),
};

export const journalLayouts: Record<Software, Layout> = {
  yayoi,
  'yayoi-online': yayoi,
  freee,
  moneyforward,
  general,
};
