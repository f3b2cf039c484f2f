import { formatYen } from '#kit/values/yen.ts';
import {
  type Classification,
  classificationIds,
  classifications,
} from '#organisations/associates/classification.ts';
import { estimateRelief, taxReliefOf } from './deduction.ts';
import { formatRate } from './relief-rate.ts';

// Table content, computed on the server: the page does not ship the rules behind it.

const reliefWords: Partial<Record<Classification, string>> = {
  'public-interest-incorporated': '所得控除。行政庁の証明を受けた法人なら、税額控除も選べます。',
  'public-interest-foundation': '所得控除。行政庁の証明を受けた法人なら、税額控除も選べます。',
};

function reliefOf(id: Classification): string {
  const words = {
    'credit-or-deduction': '税額控除か所得控除の、有利なほうを選べます',
    deduction: '所得控除',
    furusato: 'ふるさと納税の決まりによります。この計算の対象外です。',
    none: '',
  };
  return reliefWords[id] ?? words[taxReliefOf(id, false)];
}

/** The types of organisations with deductible gifts, and the kind of relief. */
export const deductibleTypes = classificationIds
  .filter((id) => classifications[id].deductible)
  .map((id) => ({
    label: classifications[id].label,
    relief: reliefOf(id),
    period: classifications[id].needsCertification
      ? '有効期間の中にある団体だけ'
      : '期間の定めなし',
  }));

/** A typical donor for the examples, as described in the text above the table. */
const donor = { totalIncomeYen: 4_000_000, incomeTaxYen: 150_000 };

const yen = (amount: number) => `${formatYen(amount)}円`;

const gifts = [3_000, 10_000, 30_000].map((giftYen) => {
  const relief = estimateRelief({
    ...donor,
    giftYen,
    taxableIncomeYen: 2_475_000,
    relief: 'credit-or-deduction',
    isDesignatedLocally: true,
  });
  return {
    gift: yen(giftYen),
    credit: yen(relief.creditYen),
    residentsTax: yen(relief.residentsTaxYen),
    total: yen(relief.totalYen),
    rate: formatRate(relief.rate),
  };
});

/** The relief of gifts of several sizes for that donor. */
export const reliefExamples = { ...donor, gifts };
