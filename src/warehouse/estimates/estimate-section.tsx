import { GuideSection } from '#kit/pages/guide-section.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { type Column, Table } from '#kit/ui/table.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { itemCategories, itemCategoryKeys } from '#warehouse/appraisals/categories.ts';
import { itemConditions } from '#warehouse/appraisals/item-words.ts';
import {
  brandClasses,
  type Estimate,
  estimateMonths,
  minBoxes,
  minGoods,
  unpricedPercent,
} from './estimate.ts';

/** What goods really brought, by kind; silent about kinds with too few results. */
export function EstimateSection({ estimates }: { estimates: readonly Estimate[] }) {
  const ofCategory = Map.groupBy(estimates, ({ category }) => category);
  const shown = itemCategoryKeys.flatMap((category) => ofCategory.get(category) ?? []);
  return (
    <GuideSection
      id="estimates"
      title="査定の目安"
      lead={`この${estimateMonths}か月の、実際の査定の結果です。1日に1回、数え直しています。お品物ごとの査定額をお約束するものではありません。`}
    >
      {shown.length === 0 ? (
        <p className="text-ink-2">
          {minGoods}点以上の結果がたまった種類から、ここに載せます。いまは、まだありません。
        </p>
      ) : (
        <>
          <div className="grid gap-3">
            {itemCategoryKeys.map((category) => {
              const [whole, ...parts] = ofCategory.get(category) ?? [];
              // A part that is all of it says nothing new.
              const smaller = parts.filter(({ count }) => count < (whole?.count ?? 0));
              return whole && <Kind key={category} whole={whole} parts={smaller} />;
            })}
          </div>
          <p className="mt-4 text-sm text-ink-2">
            {minGoods}点、{minBoxes}
            箱に満たないものは、どなたの寄付かが推しはかられないように、載せていません。
          </p>
        </>
      )}
    </GuideSection>
  );
}

function Kind({ whole, parts }: { whole: Estimate; parts: readonly Estimate[] }) {
  const { category, count, yen, reasons } = whole;
  const percent = unpricedPercent(whole);
  return (
    <Disclosure
      summary={
        <span className="flex min-w-0 grow flex-wrap justify-between gap-x-4">
          {itemCategories[category].label}
          <span className="font-normal text-ink-2 tabular-nums">
            {yen ? `真ん中の値段 ${formatYen(yen.median)}円` : `値段なし ${percent}%`}
          </span>
        </span>
      }
    >
      <p>
        {formatYen(count)}点のうち、{percent}%は値段がつきませんでした
        {reasons.length > 0 && `（おもな理由：${reasons.join('、')}）`}。
        {yen &&
          `値段のついたお品物を安い順に並べると、真ん中は${formatYen(yen.median)}円、半分は${formatYen(yen.lower)}円から${formatYen(yen.upper)}円のあいだでした。`}
        {!yen && '値段のついたお品物が少ないため、金額の目安は載せていません。'}
      </p>
      {parts.length > 0 && (
        <div className="mt-3">
          <Table
            caption={`${itemCategories[category].label}の、ブランドと状態ごとの目安`}
            columns={columns}
            rows={parts}
            rowKey={({ brandClass, condition }) => `${brandClass} ${condition}`}
            onPhones="stacks"
          />
        </div>
      )}
    </Disclosure>
  );
}

const nameOf = ({ brandClass, condition }: Estimate) =>
  [
    brandClass === '' ? '' : brandClasses[brandClass],
    condition === '' ? '状態を問わず' : itemConditions[condition],
  ]
    .filter(Boolean)
    .join('・');

const columns: Column<Estimate>[] = [
  { label: 'ブランドと状態', isRowHeader: true, cell: nameOf },
  {
    label: '真ん中の値段',
    isNumber: true,
    cell: ({ yen }) => (yen ? `${formatYen(yen.median)}円` : '—'),
  },
  {
    label: '半分はこのあいだ',
    isNumber: true,
    cell: ({ yen }) => (yen ? `${formatYen(yen.lower)}〜${formatYen(yen.upper)}円` : '—'),
  },
  { label: '値段なし', isNumber: true, cell: (one) => `${unpricedPercent(one)}%` },
  { label: '点数', isNumber: true, cell: ({ count }) => `${formatYen(count)}点` },
];
