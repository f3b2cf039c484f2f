import { formatYen } from '#kit/values/yen.ts';
import { feesOf } from '#money/ledger/fees.ts';
import type { NextRemittance } from './statement.ts';

/** A box with round figures. */
const example = { amountYen: 3_000, boxes: 1 };

/** The costs deducted from a gift by today's agreement, to the yen. */
export function FeeRule({ terms, hasAgreement }: Pick<NextRemittance, 'terms' | 'hasAgreement'>) {
  const { feeYen, handlingYen } = feesOf(example, terms);
  const percent = terms.feeBasisPoints / 100;
  return (
    <div>
      <h3 className="mb-1 font-sans text-base">いまのご契約の費用</h3>
      {terms.feeBasisPoints === 0 && terms.handlingYen === 0 ? (
        <p className="text-ink-2">
          {hasAgreement ? 'いまのご契約では' : 'ご契約の記録がないため'}
          、手数料はいただいていません。3,000円の寄付額は、3,000円のまま団体に届きます。
        </p>
      ) : (
        <>
          <p className="text-ink-2">
            {[
              terms.feeBasisPoints > 0 &&
                `事務手数料は寄付額の${percent}%（税込、1円未満は切り捨て）`,
              terms.handlingYen > 0 &&
                `送料・作業費は1箱につき${formatYen(terms.handlingYen)}円（税込）`,
            ]
              .filter(Boolean)
              .join('、')}
            で、団体が負担する費用です。たとえば、1箱で3,000円の寄付のとき：
          </p>
          <p className="mt-1 flex flex-wrap gap-x-2 tabular-nums">
            <span className="whitespace-nowrap">寄付額 {formatYen(example.amountYen)}円</span>
            {feeYen > 0 && (
              <span className="whitespace-nowrap">− 事務手数料 {formatYen(feeYen)}円</span>
            )}
            {handlingYen > 0 && (
              <span className="whitespace-nowrap">− 送料・作業費 {formatYen(handlingYen)}円</span>
            )}
            <b className="whitespace-nowrap">
              ＝ 団体に届く額 {formatYen(example.amountYen - feeYen - handlingYen)}円
            </b>
          </p>
        </>
      )}
    </div>
  );
}
