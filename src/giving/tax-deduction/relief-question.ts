import * as z from 'zod/mini';
import { parseYen } from '#kit/values/yen.ts';
import { estimateRelief, incomeTaxOf, type ReliefEstimate } from './deduction.ts';

/** The calculator's question, as typed and as in the URL of a page without scripts. */
export type ReliefValues = {
  gift: string;
  income: string;
  allowances: string;
  recipient: string;
  local: boolean;
};

export const emptyReliefValues: ReliefValues = {
  gift: '',
  income: '',
  allowances: '',
  recipient: 'credit-or-deduction',
  local: false,
};

const mostYen = 10_000_000_000;
/** Taxable income is rounded down to whole thousands (国税庁). */
const taxableUnitYen = 1_000;

const amount = (name: string) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => text !== '', { error: `${name}を入力してください。`, abort: true }),
      z.refine((text) => parseYen(text) !== undefined, {
        error: `${name}は、数字で入力してください（例：30,000）。`,
        abort: true,
      }),
      z.refine(
        (text) => (parseYen(text) ?? 0) <= mostYen,
        `${name}が大きすぎます。桁数をご確認ください。`,
      ),
    ),
    z.transform((text: string) => parseYen(text) ?? 0),
  );

/** The question with its amounts in whole yen. */
export const ReliefQuestion = z.object({
  gift: amount('一年間の寄付の合計'),
  income: amount('所得金額'),
  allowances: amount('所得控除の額の合計'),
  recipient: z.enum(['credit-or-deduction', 'deduction'], '寄付した団体の種類を選んでください。'),
  local: z.boolean(),
});
export type ReliefQuestion = z.infer<typeof ReliefQuestion>;

/** The question in the page's URL; undefined if there is none. */
export function readQuestion(search: URLSearchParams): ReliefValues | undefined {
  const { gift, income, allowances, recipient } = emptyReliefValues;
  if (!['gift', 'income', 'allowances'].some((name) => search.has(name))) return undefined;
  return {
    gift: search.get('gift') ?? gift,
    income: search.get('income') ?? income,
    allowances: search.get('allowances') ?? allowances,
    recipient: search.get('recipient') ?? recipient,
    local: search.has('local'),
  };
}

/** The relief for a question; computes the income tax from its amounts. */
export function answerQuestion(
  question: ReliefQuestion,
): ReliefEstimate & { incomeTaxYen: number } {
  const { gift, income, allowances, recipient, local } = question;
  const taxableIncomeYen =
    Math.floor(Math.max(0, income - allowances) / taxableUnitYen) * taxableUnitYen;
  const incomeTaxYen = incomeTaxOf(taxableIncomeYen);
  const estimate = estimateRelief({
    giftYen: gift,
    totalIncomeYen: income,
    taxableIncomeYen,
    incomeTaxYen,
    relief: recipient,
    isDesignatedLocally: local,
  });
  return { ...estimate, incomeTaxYen };
}
