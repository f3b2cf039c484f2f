import type { ValidationResult } from '#kit/forms/validate.ts';
import { Card } from '#kit/ui/card.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { deductionFloorYen } from './deduction-floor.ts';
import { answerQuestion, type ReliefQuestion } from './relief-question.ts';
import { formatRate } from './relief-rate.ts';

export function ReliefPlaceholder() {
  return (
    <Card className="flex items-center gap-4 desktop:flex-col desktop:text-center">
      <Picture name="abacus" className="size-14 desktop:size-20" />
      <p>計算の結果が、ここに出ます。入力した金額が保存されることはありません。</p>
    </Card>
  );
}

/** The answer or, on a page without scripts, the errors of the question. */
export function ReliefAnswer({ verdict }: { verdict: ValidationResult<ReliefQuestion> }) {
  if (verdict.values === undefined) {
    return (
      <Notice kind="error" title="計算できませんでした">
        <ul>
          {verdict.issues.map(({ path, message }) => (
            <li key={path}>{message}</li>
          ))}
        </ul>
      </Notice>
    );
  }
  const { gift } = verdict.values;
  const answer = answerQuestion(verdict.values);
  const incomeTaxReliefYen = answer.totalYen - answer.residentsTaxYen;
  return (
    <section className="rounded-card border border-leaf bg-leaf-soft p-5 narrow:p-8">
      <h3 className="text-lg">軽くなる税金の目安</h3>
      <p className="figures mt-2 text-4xl text-leaf">
        {formatYen(answer.totalYen)}
        <span className="ml-1 text-xl">円</span>
      </p>
      <p>
        寄付{formatYen(gift)}円の{formatRate(answer.rate)}
      </p>
      <dl className="mt-4 border-t border-dashed border-input pt-4">
        <Part label={`所得税（${betterLabel[answer.better]}）`} yen={incomeTaxReliefYen} />
        <Part label="住民税" yen={answer.residentsTaxYen} />
      </dl>
      {answer.totalYen === 0 && <p className="mt-3 text-sm">{noReliefText(gift)}</p>}
      <p className="mt-3 text-sm">
        所得税は、入力した金額から求めた一年間の税額（{formatYen(answer.incomeTaxYen)}
        円）をもとにした概算です。
      </p>
    </section>
  );
}

const betterLabel = {
  credit: '税額控除を選んだとき',
  deduction: '所得控除で計算したとき',
  none: '控除なし',
} as const;

const noReliefText = (giftYen: number) =>
  giftYen <= deductionFloorYen
    ? `一年間の寄付の合計が${formatYen(deductionFloorYen)}円までのときは、控除がありません。`
    : '納める所得税がないときは、戻る所得税もありません。';

function Part({ label, yen }: { label: string; yen: number }) {
  return (
    <div className="flex justify-between gap-4 py-0.5">
      <dt>{label}</dt>
      <dd className="font-bold whitespace-nowrap tabular-nums">{formatYen(yen)}円</dd>
    </div>
  );
}
