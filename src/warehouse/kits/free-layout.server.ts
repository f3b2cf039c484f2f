import { carrierSlots, deliverySlotLabels } from '#giving/applications/delivery.ts';
import { type CsvEncoding, carrierFileBytes, fitShiftJis } from '#kit/http/csv/csv-bytes.server.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { toKatakana } from '#kit/values/text-width.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { FrozenEntry } from './batch-entries.server.ts';
import { boxCodeOf } from './box-code.ts';
import { customerNumberOf } from './customer-number.ts';

const headings = [
  '申込番号',
  '箱のコード',
  'お客様管理番号',
  '箱',
  '箱の数',
  'お届け先郵便番号',
  'お届け先都道府県',
  'お届け先市区町村・町名',
  'お届け先番地',
  'お届け先建物名',
  'お届け先氏名',
  'お届け先氏名カナ',
  'お届け先電話番号',
  'お届け希望日',
  'お届け時間帯',
  '佐川時間帯コード',
  'ヤマト時間帯コード',
  '品名',
  '備考',
];

/** File with our own headings, for programs whose columns are assigned by the user (ゆうパックプリントR). */
export const freeLayoutFile = (
  entries: readonly FrozenEntry[],
  { leavesOn, goods, encoding }: { leavesOn: string; goods: string; encoding: CsvEncoding },
): Buffer => {
  const rows = entries.flatMap((entry) =>
    Array.from({ length: entry.boxes }, (_, index) =>
      toLine(entry, index + 1, { leavesOn, goods, encoding }),
    ),
  );
  return carrierFileBytes([headings, ...rows], encoding);
};

function toLine(
  { appraisalId, boxes, recipient }: FrozenEntry,
  number: number,
  { leavesOn, goods, encoding }: { leavesOn: string; goods: string; encoding: CsvEncoding },
): string[] {
  const { deliveryDate: wished, deliverySlot: slot } = recipient;
  // A kit that leaves today cannot arrive today.
  const isTooLate = wished !== '' && wished <= leavesOn;
  const cells = [
    appraisalId,
    boxCodeOf(appraisalId, number),
    customerNumberOf(appraisalId, number),
    String(number),
    String(boxes),
    formatPostalCode(recipient.zipcode).replace('〒', ''),
    recipient.prefecture,
    recipient.line1,
    recipient.line2,
    recipient.building,
    `${recipient.lastName} ${recipient.firstName}`,
    toKatakana(`${recipient.lastNameKana} ${recipient.firstNameKana}`),
    formatPhone(recipient.tel),
    wished === '' || isTooLate ? '' : formatDate(wished),
    deliverySlotLabels[slot],
    carrierSlots.sagawa[slot],
    carrierSlots.yamato[slot],
    goods,
  ];
  const note = isTooLate ? `ご希望の${formatDate(wished)}を過ぎています。` : '';
  if (encoding === 'utf8') return [...cells, note];
  const fitted = cells.map(fitShiftJis);
  const letters = [...new Set(fitted.flatMap(({ missing }) => missing))];
  const warning =
    letters.length > 0
      ? `Shift_JISにない文字を〓にしました（${letters.map(codePoint).join('、')}）。`
      : '';
  return [...fitted.map(({ text }) => text), `${note}${warning}`];
}

const codePoint = (letter: string) =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
