import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { AssociateDetail } from '#organisations/associates/associate.ts';
import { taxReliefOf } from './deduction.ts';
import { deductionFloorYen } from './deduction-floor.ts';
import { ReliefCalculator } from './relief-calculator.tsx';

/** The tax relief of a gift to one organisation, with the calculator for its type. */
export function AssociateRelief({ associate }: { associate: AssociateDetail }) {
  const { classification, certification, isDeductible } = associate;
  const relief = isDeductible
    ? taxReliefOf(classification, certification?.hasTaxCredit ?? false)
    : 'none';
  return (
    <section className="mt-16" aria-labelledby="relief">
      <h2 id="relief" className="mb-3">
        寄付金控除
      </h2>
      <p className="mb-4">{words[relief]}</p>
      {(relief === 'credit-or-deduction' || relief === 'deduction') && (
        <>
          <Disclosure summary="いくら軽くなるか計算する">
            <ReliefCalculator recipient={relief} />
          </Disclosure>
          <p className="mt-3 text-sm text-ink-2">
            ※ 軽くなる額は、収入やお住まいの自治体で変わります。寄付のうち年に
            {formatYen(deductionFloorYen)}
            円は控除されず、確定申告が必要です。「最大約50%」は所得税の40%と住民税の10%を合わせた上限の目安です。
          </p>
        </>
      )}
      <p className="mt-3">
        <Link to="/tax-deduction" className="text-coral-dark underline">
          寄付金控除について詳しく
        </Link>
      </p>
    </section>
  );
}

const words = {
  'credit-or-deduction':
    'この団体への寄付は、寄付金控除の対象です。確定申告をすると、寄付額の最大約50%（※）の税金が軽くなります。',
  deduction:
    'この団体への寄付は、寄付金控除（所得控除）の対象です。確定申告をすると、所得に応じて税金が軽くなります（※）。',
  furusato:
    '地方公共団体への寄付です。ふるさと納税の決まりで、寄付金控除の対象になります。控除の限度額は、お住まいの自治体にご確認ください。',
  none: 'この団体への寄付は、いまは寄付金控除の対象ではありません。寄付金の受領証明書の発行もありません。',
} as const;
