import type { AssociateDetail } from '#organisations/associates/associate.ts';
import { classifications } from '#organisations/associates/classification.ts';

/** Why a gift to this organisation has no receipt for the tax office; undefined where it has one. */
export function noReceiptReason({
  classification,
  isDeductible,
}: Pick<AssociateDetail, 'classification' | 'isDeductible'>): string | undefined {
  if (isDeductible) return undefined;
  const { label, deductible } = classifications[classification];
  return deductible
    ? 'この団体の認定が有効であることを、いまは確認できていません。寄付金が団体へ届いた日にも確認できないときは、受領証明書を発行できません。'
    : `この団体（${label}）への寄付は寄付金控除の対象ではないため、受領証明書の発行はありません。`;
}

/** Why a gift to a fund has no receipt. */
export const noReceiptForFunds =
  '基金への寄付は、お申し込みのときには受け取る団体が決まっていないため、寄付金控除に使える受領証明書の発行はありません。';
