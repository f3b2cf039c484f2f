import { api } from '#app/session/api.ts';
import type { Receipt, ReceiptGroup, ReceiptRequest } from '#domain/receipts/receipt.ts';

/** The donor's gifts by year and recipient, and the receipts issued for them. */
export type OwnReceipts = { groups: ReceiptGroup[]; receipts: Receipt[] };

export async function loadOwnReceipts(): Promise<OwnReceipts> {
  const [groups, receipts] = await Promise.all([
    api<ReceiptGroup[]>('/api/users/receipts/possible'),
    api<Receipt[]>('/api/users/receipts'),
  ]);
  return { groups, receipts };
}

/** The valid receipt for a request: the last one that was not replaced or voided. */
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

/** The receipts with a newly issued one; the one that it replaces is marked. */
export function withIssued(receipts: readonly Receipt[], issued: Receipt): Receipt[] {
  const others = receipts.filter(({ number }) => number !== issued.number);
  return [
    issued,
    ...others.map((one) =>
      one.number === issued.reissueOf ? { ...one, reissuedAs: issued.number } : one,
    ),
  ];
}

/** A year's deductible gifts, by the relief they allow; amounts in yen. */
export type DeductibleSum = { creditYen: number; deductionYen: number };

export function deductibleSum(groups: readonly ReceiptGroup[]): DeductibleSum {
  const sumOf = (relief: ReceiptGroup['relief']) =>
    groups
      .filter((group) => group.relief === relief)
      .reduce((sum, { amountYen }) => sum + amountYen, 0);
  return { creditYen: sumOf('credit-or-deduction'), deductionYen: sumOf('deduction') };
}
