import type { BankAccountKind } from '#money/bank-accounts/bank-account.ts';
import { toBankKana } from '#money/bank-accounts/bank-kana.ts';
import { type BankLayoutKey, bankLayouts } from './bank-layouts.ts';
import { type Filling, writeRecord } from './transfer-layout.ts';
import { oddLetter, shortenBankName, toBankName, toTransferBytes } from './transfer-letters.ts';

/** Who pays: the account and the code (委託者コード) that the bank knows us by. */
export type TransferPayer = {
  /** Ten digits. */
  consignorCode: string;
  consignorName: string;
  bankCode: string;
  /** In kana; informational, as the branch's. */
  bankName: string;
  branchCode: string;
  branchName: string;
  kind: BankAccountKind;
  number: string;
};

/** The first transfer to an account, the first since the account changed, or another one. */
export const transferNewness = { other: '0', first: '1', changed: '2' } as const;
export type TransferNewness = keyof typeof transferNewness;

export type TransferPayment = {
  id: string;
  bankCode: string;
  bankNameKana: string;
  branchCode: string;
  branchNameKana: string;
  kind: BankAccountKind;
  number: string;
  holder: string;
  amountYen: number;
  newness: TransferNewness;
  /** What the payee may see of us, ten digits each at most; both empty where `ediText` is not. */
  customerCode1: string;
  customerCode2: string;
  /** In place of the two codes one text of twenty letters (EDI情報). */
  ediText?: string;
};

export type TransferOptions = {
  /** The bank that the file is for. */
  layout: BankLayoutKey;
  /** Some banks want a line for each record, others none. */
  lineEnds: 'crlf' | 'none';
  /** 7 is by wire (テレ振込); some banks want 0. */
  transferKind: '7' | '0';
};

/** All that a file of transfers (総合振込) says. */
export type TransferFile = {
  payer: TransferPayer;
  /** YYYY-MM-DD; the file itself has no year. */
  transferOn: string;
  payments: readonly TransferPayment[];
  options: TransferOptions;
};

export const mostPayments = 999_999;
export const largestAmountYen = 9_999_999_999;
export const largestTotalYen = 999_999_999_999;

export const totalYenOf = (payments: readonly { amountYen: number }[]): number =>
  payments.reduce((total, { amountYen }) => total + amountYen, 0);

/** The texts as banks write them, names of banks shortened; letters that have no such form stay as they are. */
export const inBankLetters = (file: TransferFile): TransferFile => ({
  ...file,
  payer: {
    ...file.payer,
    consignorName: toBankKana(file.payer.consignorName),
    bankName: shortenBankName(toBankName(file.payer.bankName)),
    branchName: shortenBankName(toBankName(file.payer.branchName)),
  },
  payments: file.payments.map((payment) => ({
    ...payment,
    bankNameKana: shortenBankName(toBankName(payment.bankNameKana)),
    branchNameKana: shortenBankName(toBankName(payment.branchNameKana)),
    holder: toBankKana(payment.holder),
    ediText: toBankKana(payment.ediText ?? ''),
  })),
});

/**
 * The file as its bank reads it, in JIS X 0201. Throws RangeError for what has no room or no letter in it: callers ask
 * `transferProblems` first.
 */
export function writeTransferFile(file: TransferFile): Uint8Array {
  const { payer, payments, transferOn, options } = inBankLetters(file);
  const records = [
    writeRecord('header', {
      type: '21',
      letters: '0',
      consignorCode: payer.consignorCode,
      consignorName: payer.consignorName,
      monthDay: transferOn.slice(5).replace('-', ''),
      bankCode: payer.bankCode,
      bankName: payer.bankName,
      branchCode: payer.branchCode,
      branchName: payer.branchName,
      kind: payerKinds[payer.kind],
      number: payer.number,
    }),
    ...payments.map((payment) => dataRecord(payment, options)),
    writeRecord('trailer', {
      count: String(payments.length),
      total: String(totalYenOf(payments)),
    }),
    writeRecord('end', {}),
  ];
  if (records.some((record) => oddLetter(record) !== undefined)) {
    throw new RangeError('A letter that no transfer may have.');
  }
  const lineEnd = options.lineEnds === 'crlf' ? '\r\n' : '';
  return toTransferBytes(records.map((record) => record + lineEnd).join(''));
}

/** Of the payer's account: the format has no digit for savings there. */
const payerKinds: Record<BankAccountKind, string> = { ordinary: '1', current: '2', savings: '9' };
const payeeKinds: Record<BankAccountKind, string> = { ordinary: '1', current: '2', savings: '4' };

const codeLength = 10;

function dataRecord(payment: TransferPayment, { layout, transferKind }: TransferOptions): string {
  const { ediText = '' } = payment;
  const values = {
    bankCode: payment.bankCode,
    bankName: payment.bankNameKana,
    branchCode: payment.branchCode,
    branchName: payment.branchNameKana,
    clearingHouse: '0',
    kind: payeeKinds[payment.kind],
    number: payment.number,
    holder: payment.holder,
    amount: String(payment.amountYen),
    newness: transferNewness[payment.newness],
    customerCode1: ediText === '' ? payment.customerCode1 : ediText.slice(0, codeLength),
    customerCode2: ediText === '' ? payment.customerCode2 : ediText.slice(codeLength),
    transferKind,
    ediMark: ediText === '' ? '' : 'Y',
  };
  const rules: Record<string, Filling> = {};
  for (const [field, { fill }] of Object.entries(bankLayouts[layout].data)) rules[field] = fill;
  if (ediText !== '') Object.assign(rules, { customerCode1: 'letters', customerCode2: 'letters' });
  return writeRecord('data', values, rules);
}
