import { api } from '#app/session/api.ts';
import type { Receipt, ReceiptGroup, ReceiptRequest } from '#domain/receipts/receipt.ts';

/** What the donor gave by year and recipient, and the receipts issued for it. */
export type OwnReceipts = { groups: ReceiptGroup[]; receipts: Receipt[] };

export async function loadOwnReceipts(): Promise<OwnReceipts> {
  const [groups, receipts] = await Promise.all([
    api<ReceiptGroup[]>('/api/users/receipts/possible'),
    api<Receipt[]>('/api/users/receipts'),
  ]);
  return { groups, receipts };
}

/** The receipt to use for what is asked: the last one that stands. */
export function receiptFor(
  request: ReceiptRequest,
  receipts: readonly Receipt[],
): Receipt | undefined {
  return receipts.find(
    (one) =>
      one.kind === request.kind &&
      !one.isVoid &&
      one.reissuedAs === '' &&
      (request.kind === 'donation'
        ? one.appraisalId === request.appraisalId
        : one.year === request.year && one.associateId === request.associateId),
  );
}

/** The receipts with one that was just issued; the one it repeats is marked. */
export function withIssued(receipts: readonly Receipt[], issued: Receipt): Receipt[] {
  const others = receipts.filter(({ number }) => number !== issued.number);
  return [
    issued,
    ...others.map((one) =>
      one.number === issued.reissueOf ? { ...one, reissuedAs: issued.number } : one,
    ),
  ];
}

/** A year's gifts that can be deducted, by what they allow; amounts in yen. */
export type DeductibleSum = { creditYen: number; deductionYen: number };

export function deductibleSum(groups: readonly ReceiptGroup[]): DeductibleSum {
  const sumOf = (relief: ReceiptGroup['relief']) =>
    groups
      .filter((group) => group.relief === relief)
      .reduce((sum, { amountYen }) => sum + amountYen, 0);
  return { creditYen: sumOf('credit-or-deduction'), deductionYen: sumOf('deduction') };
}
