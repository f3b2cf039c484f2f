import { daysOfGroups, YearByDays } from '#giving/donations/year-by-days.tsx';
import { GiverConsentsCard } from '#giving/giver-lists/giver-consents-card.tsx';
import { deductionFloorYen } from '#giving/tax-deduction/deduction-floor.ts';
import { ReliefCalculator } from '#giving/tax-deduction/relief-calculator.tsx';
import { useQuery } from '#kit/client/use-query.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/receipts-page.ts';
import { deductibleSum, loadOwnReceipts, type OwnReceipts } from './own-receipts.ts';
import type { ReceiptGroup } from './receipt.ts';
import { receiptRule } from './receipt-rule.ts';
import { ReceiptYears } from './receipt-years.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '受領証明書',
    description: '寄付金受領証明書の発行と、寄付金控除の目安をご覧いただけます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [{ label: 'マイページ', to: '/mypage' }, { label: '受領証明書' }],
};

/** The donor's receipts by year, and the tax relief that the year's gifts may bring. */
export default function Receipts() {
  const person = usePerson();
  const own = useQuery(person?.uid, loadOwnReceipts);
  return (
    <div className="page-container min-h-dvh py-10">
      <h1 className="mb-2">受領証明書</h1>
      <div className="mb-8 max-w-narrow space-y-3 text-ink-2">
        <p>{receiptRule.who}お名前とご住所は、発行のときにお確かめいただいたものが載ります。</p>
        <p className="text-sm">{receiptRule.day}</p>
        <p className="text-sm">{receiptRule.sum}</p>
      </div>
      {!own.problem && !own.value && (
        <Card>
          <Skeleton lines={8} label="受領証明書を読み込んでいます" />
        </Card>
      )}
      {own.problem && <LoadFailure message={own.problem.message} onRetry={own.reload} />}
      {own.value && <Papers own={own.value} onChange={own.change} />}
      {own.value && own.value.groups.length > 0 && (
        <div className="mt-8 max-w-narrow">
          <GiverConsentsCard />
        </div>
      )}
    </div>
  );
}

function Papers({ own, onChange }: { own: OwnReceipts; onChange: (own: OwnReceipts) => void }) {
  if (own.groups.length === 0) {
    return (
      <EmptyState
        title="まだ寄付がありません"
        picture="receipt"
        action={<ButtonLink to="/search?isDeductible=true">控除対象の団体を探す</ButtonLink>}
      >
        箱の査定が終わり、寄付金が団体へ届くと、ここで証明書を発行できます。
      </EmptyState>
    );
  }
  return (
    <ReceiptYears
      {...own}
      onChange={onChange}
      byDays={(year) => <YearByDays year={year} gifts={daysOfGroups(own.groups)} />}
      relief={(year, groups) => <YearRelief {...{ year, groups }} />}
    />
  );
}

/** The tax relief that a year's gifts may bring: the deductible sum, and the calculator prefilled with it. */
function YearRelief({ year, groups }: { year: number; groups: readonly ReceiptGroup[] }) {
  const { creditYen, deductionYen } = deductibleSum(groups);
  const giftYen = creditYen + deductionYen;
  if (giftYen === 0) return null;
  return (
    <div className="rounded-card border border-leaf bg-leaf-soft p-5 narrow:p-8">
      <p className="flex flex-wrap items-baseline gap-x-2">
        寄付金控除の対象になる寄付
        <span className="figures text-2xl text-leaf">{formatYen(giftYen)}円</span>
      </p>
      <p className="mt-1 mb-4">
        {giftYen <= deductionFloorYen
          ? `一年間の合計が${formatYen(deductionFloorYen)}円までのときは、控除がありません。ほかの寄付もあわせてご計算ください。`
          : `${year}年分の確定申告をすると、税金が軽くなることがあります（※）。`}
      </p>
      <Disclosure summary="税金の目安を計算する">
        {creditYen > 0 && deductionYen > 0 && (
          <p className="mb-4">
            所得控除だけの団体への寄付（{formatYen(deductionYen)}
            円）があるため、すべてを所得控除で計算します。
          </p>
        )}
        <ReliefCalculator
          giftYen={giftYen}
          recipient={deductionYen > 0 ? 'deduction' : 'credit-or-deduction'}
        />
      </Disclosure>
      <p className="mt-4 text-sm text-ink-2">
        ※ 軽くなる額は、収入やお住まいの自治体で変わります。寄付のうち年に
        {formatYen(deductionFloorYen)}
        円は控除されず、確定申告が必要です。計算は概算です。
        <Link to="/tax-deduction#footnotes" className="underline">
          詳しい決まり
        </Link>
      </p>
    </div>
  );
}
