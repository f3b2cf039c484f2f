import { Disclosure } from '#app/ui/disclosure.tsx';
import { Stat } from '#app/ui/stat.tsx';
import { type StatementYear, withCarried, yearLinesOf } from '#domain/statements/statement.ts';
import { formatYen } from '#domain/values/yen.ts';
import { YearFiles } from './statement-files.tsx';
import { StatementLines } from './statement-lines.tsx';

/** What arrived in a year, what it was given, and what was kept of it. */
export function YearTotals({ year, api }: { year: StatementYear; api: string }) {
  const { giftCount, giftYen, feeYen, handlingYen } = withCarried(year);
  return (
    <section aria-labelledby="year" className="mb-6">
      <h2 id="year" className="mb-4 font-sans text-lg">
        {year.year}年に着金した送金
      </h2>
      <dl className="grid grid-cols-2 gap-y-5 narrow:grid-cols-4">
        <Stat label="受け取った額" value={formatYen(year.amountYen)} unit="円" />
        <Stat
          label={giftCount > 0 ? `寄付（${formatYen(giftCount)}件）` : '寄付'}
          value={formatYen(giftYen)}
          unit="円"
          tone="ink"
        />
        <Stat
          label="手数料・送料など"
          value={formatYen(feeYen + handlingYen)}
          unit="円"
          tone="ink"
        />
        <Stat label="送金の回数" value={formatYen(year.remittances)} unit="回" tone="ink" />
      </dl>
      {year.voids > 0 && (
        <p className="mt-3 text-sm text-ink-2">
          組戻しと取消（{formatYen(year.voids)}件）は、合計に入っていません。
        </p>
      )}
      <div className="mt-4 grid gap-3">
        <YearFiles year={year.year} api={api} />
        <Disclosure summary="この年の内訳を見る">
          <StatementLines lines={yearLinesOf(year)} amountYen={year.amountYen} />
        </Disclosure>
      </div>
    </section>
  );
}
