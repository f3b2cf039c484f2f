import { useEffect, useRef, useState } from 'react';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { validate } from '#kit/forms/validate.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { ReliefAnswer, ReliefPlaceholder } from './relief-answer.tsx';
import { emptyReliefValues, ReliefQuestion, type ReliefValues } from './relief-question.ts';

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
