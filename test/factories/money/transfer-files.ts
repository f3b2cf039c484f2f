import type {
  TransferFile,
  TransferPayer,
  TransferPayment,
} from '#money/remittances/transfer-file.ts';

export const payer: TransferPayer = {
  consignorCode: '1234567890',
  consignorName: 'ﾀｽｷ',
  bankCode: '0001',
  bankName: 'ﾐｽﾞﾎ',
  branchCode: '001',
  branchName: 'ﾄｳｷﾖｳ',
  kind: 'ordinary',
  number: '1234567',
};

/** A valid payment, with changes. */
export const payment = (changes: Partial<TransferPayment> = {}): TransferPayment => ({
  id: 'one',
  bankCode: '0005',
  bankNameKana: 'ﾐﾂﾋﾞｼUFJ',
  branchCode: '002',
  branchNameKana: 'ﾏﾙﾉｳﾁ',
  kind: 'ordinary',
  number: '0000001',
  holder: 'ﾄｸﾋ)ｱｵｿﾞﾗ',
  amountYen: 1_000,
  newness: 'other',
  customerCode1: '',
  customerCode2: '',
  ...changes,
});

/** A file of one payment, for a Friday that is a business day. */
export const transferFile = (changes: Partial<TransferFile> = {}): TransferFile => ({
  payer,
  transferOn: '2026-12-25',
  payments: [payment()],
  options: { layout: 'general', lineEnds: 'crlf', transferKind: '7' },
  ...changes,
});
