import { inDays, type MeasuredDays, measuredOver } from '#giving/promised-days/measured-days.ts';
import { type PromisedDays, promisedSteps } from '#giving/promised-days/promised-days.ts';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { FactList } from '#kit/ui/fact-list.tsx';

const labels = {
  kit: 'お申し込みから箱の発送まで',
  appraisal: 'お品物の到着から査定まで',
  remittance: '寄付の成立から送金まで',
};

/** The promised duration of each step, and the recent actual one. */
export function HowLong({
  promised,
  measured,
}: {
  promised: PromisedDays;
  measured: MeasuredDays;
}) {
  return (
    <GuideSection
      id="how-long"
      title="かかる日数"
      lead={`お約束の日数と、この${measuredOver}日間に実際にかかった日数（中央値）です。遅れているときも、そのままお見せします。`}
    >
      <FactList
        facts={promisedSteps.map((step) => {
          const took = measured[step];
          const actualText = took
            ? `実際は${inDays(took.days)}（${took.count.toLocaleString('ja-JP')}件）`
            : '実際の日数は、これから測ります';
          return [labels[step], `お約束は${promised[step]}日以内。${actualText}`] as const;
        })}
      />
    </GuideSection>
  );
}
