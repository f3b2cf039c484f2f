import { isDay } from '#kit/values/timestamp.ts';
import { type TransferNewness, totalYenOf } from './transfer-file.ts';
import {
  type RecordKind,
  readRecord,
  recordKinds,
  recordLength,
  wrongDigits,
} from './transfer-layout.ts';
import { fromTransferBytes, oddLetter } from './transfer-letters.ts';

export type ReadKind = 'ordinary' | 'current' | 'savings' | 'other';

/** A file of transfers as it is written; the header's day has no year (MM-DD). */
export type ReadTransfers = {
  header: {
    consignorCode: string;
    consignorName: string;
    monthDay: string;
    bankCode: string;
    bankName: string;
    branchCode: string;
    branchName: string;
    kind: ReadKind;
    number: string;
  };
  payments: {
    bankCode: string;
    bankNameKana: string;
    branchCode: string;
    branchNameKana: string;
    kind: ReadKind;
    number: string;
    holder: string;
    amountYen: number;
    newness: TransferNewness;
    customerCode1: string;
    customerCode2: string;
    ediText: string;
    transferKind: string;
  }[];
  trailer: { count: number; totalYen: number };
};

/**
 * Reads a 総合振込 file as strictly as a bank does: 120 letters a record, with CRLF behind each of them or behind none,
 * kinds in their order, the trailer's count and sum those of the payments. `problem` says in Japanese what is wrong first.
 */
export function readTransferFile(bytes: Uint8Array): ReadTransfers | { problem: string } {
  const cut = cutRecords(fromTransferBytes(bytes));
  if ('problem' in cut) return cut;
  const { records } = cut;
  const [first = '', ...others] = records;
  const last = others.pop() ?? '';
  const trailing = others.pop() ?? '';
  const problem =
    firstProblem('header', first, 1) ??
    firstOf(others, (record, index) => firstProblem('data', record, index + 2)) ??
    firstProblem('trailer', trailing, records.length - 1) ??
    firstProblem('end', last, records.length);
  if (problem) return { problem };
  return checked({
    header: readHeader(first),
    payments: others.map(readPayment),
    trailer: readTrailer(trailing),
  });
}

/** What is found first; the items behind it are not looked at. */
function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item, index: number) => Found | undefined,
): Found | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function cutRecords(text: string): { records: string[] } | { problem: string } {
  if (text === '') return { problem: 'ファイルが空です。' };
  const step =
    text.slice(recordLength, recordLength + 2) === '\r\n' ? recordLength + 2 : recordLength;
  // The last line end may be missing.
  const whole = step > recordLength && !text.endsWith('\r\n') ? `${text}\r\n` : text;
  const records: string[] = [];
  for (let from = 0; from < whole.length; from += step) {
    const record = whole.slice(from, from + step);
    const isCut = record.length < step || (step > recordLength && !record.endsWith('\r\n'));
    const row = records.length + 1;
    if (isCut || /[\r\n]/.test(record.slice(0, recordLength))) {
      return { problem: `${row}行目：長さが${recordLength}文字ではありません。` };
    }
    records.push(record.slice(0, recordLength));
  }
  return records.length < 4
    ? { problem: 'ヘッダー・データ・トレーラー・エンドの4種類の行がそろっていません。' }
    : { records };
}

const kindLabels: Record<RecordKind, string> = {
  header: 'ヘッダー（1）',
  data: 'データ（2）',
  trailer: 'トレーラー（8）',
  end: 'エンド（9）',
};

const fieldLabels: Readonly<Record<string, string>> = {
  type: '種別コード',
  letters: 'コード区分',
  consignorCode: '委託者コード',
  monthDay: '振込指定日',
  bankCode: '銀行コード',
  branchCode: '支店コード',
  clearingHouse: '手形交換所番号',
  kind: '預金種目',
  number: '口座番号',
  amount: '金額',
  newness: '新規コード',
  customerCode1: '顧客コード1',
  customerCode2: '顧客コード2',
  transferKind: '振込指定区分',
  count: '合計件数',
  total: '合計金額',
};

function firstProblem(kind: RecordKind, record: string, row: number): string | undefined {
  const at = (what: string) => `${row}行目：${what}`;
  if (!record.startsWith(recordKinds[kind])) {
    return at(`${kindLabels[kind]}の行であるはずが、違う種類の行です。`);
  }
  const odd = oddLetter(record);
  if (odd) return at(`使えない文字があります（${odd}）。`);
  const [wrong] = wrongDigits(kind, record);
  if (wrong) return at(`「${fieldLabels[wrong] ?? wrong}」が数字ではありません。`);
  if (readRecord(kind, record).blank !== '') return at('空白であるはずの所に文字があります。');
  const field = wrongValue(kind, record);
  return field && at(`「${fieldLabels[field] ?? field}」が正しくありません。`);
}

/** First field with a value outside its choices. */
function wrongValue(kind: RecordKind, record: string): string | undefined {
  if (kind === 'header') {
    const { type, letters, monthDay, kind: account } = readRecord(kind, record);
    if (type !== '21') return 'type';
    if (letters !== '0') return 'letters';
    // Of a leap year, so that 29 February is a day.
    if (!isDay(`2028-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`)) return 'monthDay';
    return '129'.includes(account) ? undefined : 'kind';
  }
  if (kind !== 'data') return undefined;
  const data = readRecord(kind, record);
  if (!'1249'.includes(data.kind)) return 'kind';
  if (Number(data.amount) === 0) return 'amount';
  if (!'012'.includes(data.newness)) return 'newness';
  if (!'078'.includes(data.transferKind)) return 'transferKind';
  return ['', 'Y'].includes(data.ediMark) ? undefined : '識別表示';
}

const accountKinds: Readonly<Record<string, ReadKind>> = {
  '1': 'ordinary',
  '2': 'current',
  '4': 'savings',
};
const kindOf = (digit: string): ReadKind => accountKinds[digit] ?? 'other';

function readHeader(record: string): ReadTransfers['header'] {
  const { type, letters, monthDay, blank, kind, ...rest } = readRecord('header', record);
  const { consignorCode, consignorName, bankCode, bankName, branchCode, branchName, number } = rest;
  return {
    consignorCode,
    consignorName,
    monthDay: `${monthDay.slice(0, 2)}-${monthDay.slice(2)}`,
    bankCode,
    bankName,
    branchCode,
    branchName,
    kind: kindOf(kind),
    number,
  };
}

function readPayment(record: string): ReadTransfers['payments'][number] {
  const data = readRecord('data', record);
  const isEdi = data.ediMark === 'Y';
  return {
    bankCode: data.bankCode,
    bankNameKana: data.bankName,
    branchCode: data.branchCode,
    branchNameKana: data.branchName,
    kind: kindOf(data.kind),
    number: data.number,
    holder: data.holder,
    amountYen: Number(data.amount),
    newness: data.newness === '1' ? 'first' : data.newness === '2' ? 'changed' : 'other',
    customerCode1: isEdi ? '' : data.customerCode1,
    customerCode2: isEdi ? '' : data.customerCode2,
    ediText: isEdi ? (data.customerCode1.padEnd(10) + data.customerCode2).trimEnd() : '',
    transferKind: data.transferKind,
  };
}

function readTrailer(record: string): ReadTransfers['trailer'] {
  const { count, total } = readRecord('trailer', record);
  return { count: Number(count), totalYen: Number(total) };
}

function checked(read: ReadTransfers): ReadTransfers | { problem: string } {
  const { payments, trailer } = read;
  if (trailer.count !== payments.length) {
    return {
      problem: `トレーラーの合計件数（${trailer.count}件）が、実際の件数（${payments.length}件）と合いません。`,
    };
  }
  return trailer.totalYen === totalYenOf(payments)
    ? read
    : { problem: 'トレーラーの合計金額が、振込の合計と合いません。' };
}
