import { FramedTable } from '#app/ui/framed-table.tsx';
import type { Column } from '#app/ui/table.tsx';
import {
  type Classification,
  classificationIds,
  classifications,
} from '#domain/associates/classification.ts';
import { estimateRelief, taxReliefOf } from '#domain/tax-deduction/deduction.ts';
import { formatYen } from '#domain/values/yen.ts';
import { formatRate } from './relief-rate.ts';

const reliefWords: Partial<Record<Classification, string>> = {
  'public-interest-incorporated': '所得控除。行政庁の証明を受けた法人なら、税額控除も選べます',
  'public-interest-foundation': '所得控除。行政庁の証明を受けた法人なら、税額控除も選べます',
};

function reliefOf(id: Classification): string {
  const words = {
    'credit-or-deduction': '税額控除か所得控除の、有利なほうを選べます',
    deduction: '所得控除',
    furusato: 'ふるさと納税の決まりによります。この計算の対象外です',
    none: '',
  };
  return reliefWords[id] ?? words[taxReliefOf(id, false)];
}

const typeColumns: Column<Classification>[] = [
  {
    label: '団体の種別',
    isRowHeader: true,
    cell: (id) => <span className="narrow:whitespace-nowrap">{classifications[id].label}</span>,
  },
  { label: '所得税での扱い', cell: reliefOf },
  {
    label: '認定の期間',
    cell: (id) =>
      classifications[id].needsCertification ? '有効期間の中にある団体だけ' : '期間の定めなし',
  },
];

/** The types of organisations whose gifts can be deducted, and how. */
export function DeductibleTypes() {
  return (
    <FramedTable
      caption="寄付金控除の対象になる団体の種別"
      columns={typeColumns}
      rows={classificationIds.filter((id) => classifications[id].deductible)}
      rowKey={(id) => id}
    />
  );
}

/** A typical donor for the examples, as described in the text above the table. */
export const exampleDonor = { totalIncomeYen: 4_000_000, incomeTaxYen: 150_000 } as const;

const examples = [3_000, 10_000, 30_000].map((giftYen) => ({
  giftYen,
  ...estimateRelief({
    ...exampleDonor,
    giftYen,
    taxableIncomeYen: 2_475_000,
    relief: 'credit-or-deduction',
    isDesignatedLocally: true,
  }),
}));
type Example = (typeof examples)[number];

const exampleColumns: Column<Example>[] = [
  {
    label: '一年間の寄付',
    isRowHeader: true,
    isNumber: true,
    cell: ({ giftYen }) => `${formatYen(giftYen)}円`,
  },
  { label: '所得税', isNumber: true, cell: ({ creditYen }) => `${formatYen(creditYen)}円` },
  {
    label: '住民税',
    isNumber: true,
    cell: ({ residentsTaxYen }) => `${formatYen(residentsTaxYen)}円`,
  },
  { label: '合わせて', isNumber: true, cell: ({ totalYen }) => <b>{formatYen(totalYen)}円</b> },
  { label: '寄付に対して', isNumber: true, cell: ({ rate }) => formatRate(rate) },
];

/** The relief of gifts of several sizes for that donor. */
export function ReliefExamples() {
  return (
    <FramedTable
      caption="寄付の額と、軽くなる税金の例"
      columns={exampleColumns}
      rows={examples}
      onPhones="cards"
      rowKey={({ giftYen }) => giftYen}
    />
  );
}
