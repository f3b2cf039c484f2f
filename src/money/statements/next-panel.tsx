import type { Query } from '#kit/client/use-query.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { feesOf } from '#money/ledger/fees.ts';
import { type NextRemittance, whyNotYet } from './statement.ts';

/** The next remittance, those on their way, and the costs deducted from a gift. */
export function NextPanel({ asked }: { asked: Query<NextRemittance> }) {
  const { value, problem, reload } = asked;
  return (
    <section
      aria-labelledby="next"
      className="mb-8 rounded-xl border border-line bg-sand px-4 py-4 narrow:px-6"
    >
      <h2 id="next" className="mb-2 font-sans text-lg">
        次の送金
      </h2>
      {problem && !value && <LoadFailure message={problem.message} onRetry={reload} />}
      {!value && !problem && <Skeleton lines={4} label="次の送金を読み込んでいます" />}
      {value && (
        <div className="grid gap-4">
          <Expected next={value} />
          {value.underWay.map(({ id, amountYen, transferOn }) => (
            <p key={id}>
              手続きをしている送金が
              <b className="tabular-nums">{formatYen(amountYen)}円</b>
              あります（振り込みの予定日 {formatDate(transferOn)}）。
            </p>
          ))}
          <FeeRule {...value} />
        </div>
      )}
    </section>
  );
}

function Expected({ next }: { next: NextRemittance }) {
  const { items, openYen, overpaidYen, carriedYen, minimumYen } = next;
  const reason = whyNotYet(next);
  if (reason === 'nothing') {
    return <p>これからお支払いする額は、いまはありません。寄付をいただくと、ここに加わります。</p>;
  }
  if (reason === 'overpaid') {
    return (
      <p>
        査定の訂正により、次の寄付から<b className="tabular-nums">{formatYen(-openYen)}円</b>
        を差し引きます
        {overpaidYen > 0 && `（${formatYen(overpaidYen)}円を、すでに多くお支払いしています）`}
        。お返しいただく必要はありません。
      </p>
    );
  }
  return (
    <div>
      <p>
        いまのところ <b className="figures text-2xl">{formatYen(openYen)}</b>円
        <span className="ml-2 text-sm text-ink-2 tabular-nums">
          （{formatYen(items)}件、手数料などを差し引いた額
          {carriedYen > 0 && `。うち前回までの繰り越し ${formatYen(carriedYen)}円`}）
        </span>
      </p>
      {reason === 'below-minimum' && (
        <p className="mt-1">
          送金は{formatYen(minimumYen)}円からです。あと
          <b className="tabular-nums">{formatYen(minimumYen - openYen)}円</b>
          に届くまで、次の送金に繰り越します。
        </p>
      )}
      {reason === 'no-account' && (
        <p className="mt-1 text-error">
          振込先の口座が登録されていないため、お振り込みできません。
          <Link to="/contact" className="underline">
            運営にご連絡ください
          </Link>
          。
        </p>
      )}
      {reason === undefined && (
        <p className="mt-1 text-ink-2">
          次の送金で、登録の口座にお振り込みします。それまでの寄付が、これに加わります。
        </p>
      )}
    </div>
  );
}

/** A box with round figures. */
const example = { amountYen: 3_000, boxes: 1 };

/** The costs deducted from a gift by today's agreement, to the yen. */
function FeeRule({ terms, hasAgreement }: Pick<NextRemittance, 'terms' | 'hasAgreement'>) {
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
