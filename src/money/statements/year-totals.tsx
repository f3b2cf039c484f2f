import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Stat } from '#kit/ui/stat.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { taxRate } from './invoice.ts';
import { calendarYearOf, periodLabel } from './period.ts';
import { returnInWords } from './statement.ts';
import { YearFiles } from './statement-files.tsx';
import { StatementLines } from './statement-lines.tsx';
import { costYenOf, type StatementYear, yearLinesOf } from './year.ts';

/** Gifts received in a year, the costs that the organisation bears, and the amount that arrived. */
export function YearTotals({ year, api }: { year: StatementYear; api: string }) {
  const { giftCount, giftYen, payoutYen } = year;
  return (
    <section aria-labelledby="year" className="mb-6">
      <h2 id="year" className="mb-4 font-sans text-lg">
        {periodLabel(year.period)}に団体へ届いた額
      </h2>
      <dl className="grid grid-cols-2 gap-y-5 narrow:grid-cols-4">
        <Stat label="団体へ届いた額" value={formatYen(year.amountYen)} unit="円" />
        <Stat
          label={giftCount > 0 ? `寄付額（${formatYen(giftCount)}件）` : '寄付額'}
          value={formatYen(giftYen)}
          unit="円"
          tone="ink"
        />
        <Stat label="団体が負担する費用" value={formatYen(costYenOf(year))} unit="円" tone="ink" />
        {payoutYen > 0 ? (
          <Stat label="基金からの助成" value={formatYen(payoutYen)} unit="円" tone="ink" />
        ) : (
          <Stat label="送金の回数" value={formatYen(year.remittances)} unit="回" tone="ink" />
        )}
      </dl>
      <p className="mt-3 text-sm text-ink-2">
        寄付額は、この期間に届いた寄付のいまの額です
        {calendarYearOf(year.period) === undefined ? '。' : '（受領証明書に書く額と同じです）。'}
        {year.voids > 0 &&
          `組戻しと取消（${formatYen(year.voids)}件）の送金は、合計に入っていません。`}
      </p>
      <div className="mt-4 grid gap-3">
        <YearFiles period={year.period} api={api} />
        <Disclosure summary="この年の内訳を見る">
          <StatementLines
            lines={yearLinesOf(year)}
            total="団体へ届いた額"
            amountYen={year.amountYen}
          />
          <p className="mt-2 text-sm text-ink-2 tabular-nums">
            送金ごとの明細書でご請求した費用は{formatYen(year.chargedYen)}円（{taxRate}
            %対象・税込、うち消費税額 {formatYen(year.taxYen)}円）です。
          </p>
          <Returns year={year} />
        </Disclosure>
      </div>
    </section>
  );
}

function Returns({ year: { returns, returnCount } }: { year: StatementYear }) {
  if (returns.length === 0) return null;
  const more = returnCount - returns.length;
  return (
    <ul className="mt-3 grid gap-2 text-sm">
      {returns.map((one) => (
        <li key={one.number}>
          明細書{one.number}は{formatDate(one.returnedOn)}に組戻しとなりました（{one.reason}）。
          {returnInWords(one)}
        </li>
      ))}
      {more > 0 && <li>ほかに{formatYen(more)}件の組戻しがあります。</li>}
    </ul>
  );
}
