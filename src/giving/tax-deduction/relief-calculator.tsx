import { useEffect, useRef, useState } from 'react';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { type ValidationResult, validate } from '#kit/forms/validate.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { deductionFloorYen } from './deduction-floor.ts';
import {
  answerQuestion,
  emptyReliefValues,
  ReliefQuestion,
  type ReliefValues,
} from './relief-question.ts';
import { formatRate } from './relief-rate.ts';

const recipients = [
  {
    value: 'credit-or-deduction',
    label: '税額控除を選べる団体',
    note: '認定・特例認定NPO法人、税額控除の証明のある公益法人',
  },
  {
    value: 'deduction',
    label: '所得控除だけの団体',
    note: '証明のない公益法人、国立研究開発法人',
  },
] as const;

const amountInput = { inputMode: 'numeric', autoComplete: 'off', maxLength: 20 } as const;

/**
 * Calculates the relief in the browser, so that the amounts stay there. Without scripts it is a GET form of the
 * guide's page: `asked` is the question in that page's URL. On an organisation's page `recipient` is given, and the
 * answer is shown below; `giftYen` is an initial amount.
 */
export function ReliefCalculator({
  asked,
  recipient,
  giftYen,
}: {
  asked?: ReliefValues | undefined;
  recipient?: ReliefQuestion['recipient'];
  giftYen?: number;
}) {
  const initial = asked ?? {
    ...emptyReliefValues,
    ...(recipient && { recipient }),
    ...(giftYen !== undefined && { gift: formatYen(giftYen) }),
  };
  const form = useForm({ schema: ReliefQuestion, initial });
  const [verdict, setVerdict] = useState(asked && validate(ReliefQuestion, asked));
  const box = useRef<HTMLDivElement>(null);
  const first = useRef(verdict);
  // On phones the answer is below the button, possibly out of view.
  useEffect(() => {
    if (verdict !== first.current) box.current?.scrollIntoView({ block: 'nearest' });
  }, [verdict]);
  const answer = (question: ReliefQuestion) => setVerdict({ values: question, issues: [] });
  return (
    <div
      className={`grid grid-cols-1 items-start gap-5 ${recipient ? '' : 'desktop:grid-cols-[3fr_2fr]'}`}
    >
      <Card>
        <Form
          form={form}
          method="get"
          action="/tax-deduction#calculator"
          onSubmit={form.submit(answer)}
          className="space-y-6"
          aria-label="控除の計算"
        >
          <ErrorSummary form={form} />
          <TextField
            form={form}
            path="gift"
            label="一年間の寄付の合計（円）"
            required
            help="1月から12月までの、控除対象の団体への寄付の合計です"
            {...amountInput}
          />
          <TextField
            form={form}
            path="income"
            label="所得金額（円）"
            required
            help="お勤めの方は、源泉徴収票の「給与所得控除後の金額」"
            {...amountInput}
          />
          <TextField
            form={form}
            path="allowances"
            label="所得控除の額の合計（円）"
            required
            help="源泉徴収票の「所得控除の額の合計額」"
            {...amountInput}
          />
          {recipient ? (
            <input type="hidden" name="recipient" value={recipient} />
          ) : (
            <RadioCards
              form={form}
              path="recipient"
              label="寄付した団体の種類"
              required
              choices={recipients}
              columns={2}
            />
          )}
          <Checkbox
            form={form}
            path="local"
            label="お住まいの都道府県と市区町村が、どちらも条例で指定している団体です"
          >
            <p>わからないときは、選ばずに計算してください。自治体のサイトで調べられます。</p>
          </Checkbox>
          <Button type="submit" className="max-narrow:w-full">
            計算する
          </Button>
        </Form>
      </Card>
      <div ref={box} role="status" className="scroll-mb-4 desktop:sticky desktop:top-6">
        {verdict ? <ReliefAnswer verdict={verdict} /> : <ReliefPlaceholder />}
      </div>
    </div>
  );
}

function ReliefPlaceholder() {
  return (
    <Card className="flex items-center gap-4 desktop:flex-col desktop:text-center">
      <Picture name="abacus" className="size-14 desktop:size-20" />
      <p>計算の結果が、ここに出ます。入力した金額が保存されることはありません。</p>
    </Card>
  );
}

/** The answer or, on a page without scripts, the errors of the question. */
function ReliefAnswer({ verdict }: { verdict: ValidationResult<ReliefQuestion> }) {
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
      <h3 className="font-sans text-lg">軽くなる税金の目安</h3>
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
