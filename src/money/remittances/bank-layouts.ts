import type { Filling, RecordValues } from './transfer-layout.ts';

/** Bank profiles of the 総合振込 layout; `general` is the Japanese Bankers Association's. */
export const bankLayoutKeys = ['general', 'smbc-web21', 'mizuho', 'resona', 'yucho'] as const;
export type BankLayoutKey = (typeof bankLayoutKeys)[number];

type DataField = keyof RecordValues<'data'>;
/** What fills a field, and the public source that says so. */
type FieldRule = { fill: Filling; source: string };

export type BankLayout = {
  label: string;
  /** The bank's own layout was read; else the general one is followed. */
  isConfirmed: boolean;
  /** What 振込指定区分 may be. */
  transferKinds: readonly ('7' | '0')[];
  data: Readonly<Record<DataField, FieldRule>>;
};

type Rules = BankLayout['data'];

const gunma = '群馬銀行「全銀協制定ファイルフォーマット【総合振込】」';
const web21 = '三井住友銀行 パソコンバンクWeb21「ファイルレイアウト 総合振込（全銀形式）」';
const unconfirmed = '未確認（全銀協の一般の形式に従う）';

const rulesBy = (source: string, codes: Filling): Rules => {
  const digits = { fill: 'digits', source } as const;
  const letters = { fill: 'letters', source } as const;
  const code = { fill: codes, source };
  return {
    bankCode: digits,
    bankName: letters,
    branchCode: digits,
    branchName: letters,
    // Not used any more: zeros.
    clearingHouse: digits,
    kind: digits,
    number: digits,
    holder: letters,
    amount: digits,
    newness: digits,
    customerCode1: code,
    customerCode2: code,
    transferKind: digits,
    // Y makes one text of letters of the two codes (EDI情報).
    ediMark: letters,
  };
};

const unconfirmedLayout = (label: string): BankLayout => ({
  label,
  isConfirmed: false,
  transferKinds: ['7', '0'],
  data: rulesBy(unconfirmed, 'code-or-blank'),
});

/** Data: one more bank is one more entry. Sources are listed in docs/decisions/0024. */
export const bankLayouts: Readonly<Record<BankLayoutKey, BankLayout>> = {
  general: {
    label: '全銀協の一般の形式',
    isConfirmed: true,
    transferKinds: ['7', '0'],
    data: rulesBy(gunma, 'code-or-blank'),
  },
  'smbc-web21': {
    label: '三井住友銀行（Web21）',
    isConfirmed: true,
    // 7 電信扱 or 8 文書扱, handled as 電信扱; 0 is none of them.
    transferKinds: ['7'],
    data: rulesBy(web21, 'code-or-zeros'),
  },
  mizuho: unconfirmedLayout('みずほ銀行'),
  resona: unconfirmedLayout('りそな銀行'),
  yucho: unconfirmedLayout('ゆうちょ銀行'),
};

/** The digits of a text, as a customer code holds them: 2026017 of 2026-017. */
export const customerCodeOf = (text: string): string => text.replace(/\D/g, '');
