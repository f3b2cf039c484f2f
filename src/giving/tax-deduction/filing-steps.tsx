import { receiptRule } from '#giving/receipts/receipt-rule.ts';
import type { GuideStep } from '#kit/ui/step-list.tsx';

/** The steps from the request for a receipt to the tax return (確定申告). */
export const filingSteps: readonly GuideStep[] = [
  {
    picture: 'memo',
    name: '控除対象の団体に申し込む',
    who: 'あなたが',
    text: (
      <p>
        控除対象の団体を選ぶと、お申し込みの画面に受領証明書の欄が出ます。確定申告をなさるかもしれない方は、そこで「希望する」をお選びください。
      </p>
    ),
  },
  {
    picture: 'receipt',
    name: '証明書を受け取る',
    who: 'あなたが',
    text: (
      <p>
        {receiptRule.how}
        {receiptRule.day}
        その年の寄付になさりたいときは、余裕をもってお送りください。
      </p>
    ),
  },
  {
    picture: 'abacus',
    name: '確定申告をする',
    who: 'あなたが',
    text: (
      <p>
        翌年の確定申告で、証明書をもとに寄付の額を申告します。会社の年末調整では手続きできません。申告書は、国税庁のサイトでも作れます。
      </p>
    ),
  },
  {
    picture: 'coin',
    name: '税金が軽くなる',
    who: '税務署と自治体が',
    text: <p>所得税は、納めすぎた分が口座に戻ります。住民税は、翌年度に納める分が軽くなります。</p>,
  },
];
