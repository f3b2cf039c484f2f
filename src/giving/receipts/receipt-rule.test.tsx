import { createElement, type FunctionComponent, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ReceiptWish } from '#giving/applications/form/goods-step.tsx';
import DonationHistory from '#giving/donations/donation-history-page.tsx';
import { deductibleTypes, reliefExamples } from '#giving/tax-deduction/relief-rows.ts';
import TaxDeduction from '#giving/tax-deduction/tax-deduction-page.tsx';
import { deliveredTerms } from '#people/legal/delivered-texts/terms.server.ts';
import { legalValues } from '#people/legal/legal.server.ts';
import { toArticles } from '#people/legal/legal-articles.server.ts';
import { LegalText } from '#people/legal/legal-body.tsx';
import { associateWords } from '#people/mail/words/associate-words.ts';
import { sampleFacts } from '#people/service-facts/service-facts.ts';
import { builtInQuestions } from '#site/content/delivered-questions.ts';
import { untouchedFields } from '#test/factories/form-fields.ts';
import { deliveredOffer } from '#test/factories/offer.ts';
import { linesOf } from '#test/rendered.ts';
import { receiptRule } from './receipt-rule.ts';
import Receipts from './receipts-page.tsx';

const page = (component: unknown, loaderData: object = {}) =>
  createElement(component as FunctionComponent<object>, { loaderData } as object);
const terms = {
  ...toArticles('terms', deliveredTerms.body, legalValues(deliveredOffer, sampleFacts)),
  isNumbered: true,
};
const ruleTexts: [where: string, part: ReactNode, which: (keyof typeof receiptRule)[]][] = [
  ['the terms', <LegalText key="terms" {...terms} drawTable={() => null} />, ['who', 'how', 'day']],
  [
    'the questions',
    builtInQuestions.groups.flatMap(({ questions }) => questions).find(({ id }) => id === 'receipt')
      ?.answer,
    ['who', 'how', 'day'],
  ],
  [
    'the form, before anybody applies',
    <ReceiptWish key="wish" form={untouchedFields} reason={undefined} />,
    ['who', 'how', 'day'],
  ],
  [
    'the page on taxes',
    page(TaxDeduction, { types: deductibleTypes, examples: reliefExamples }),
    ['who', 'how', 'day'],
  ],
  ['the page of receipts', page(Receipts), ['who', 'day']],
  ['the history', page(DonationHistory), ['who', 'day']],
];

test.each(ruleTexts)('%s tell the one rule on receipts, and no other', (_where, part, which) => {
  const text = linesOf(part).join('').replaceAll(/\s/g, '');
  for (const name of which) expect(text).toContain(receiptRule[name]);
  expect(text).not.toMatch(
    /希望したときに限り|希望された方に|団体が発行します|寄付が成立した日|寄付が成立したあと、(会員|マイページ)/,
  );
});

test('what happens without a certification goes by the day of arrival, for donors and for organisations', () => {
  const certification = builtInQuestions.groups
    .flatMap(({ questions }) => questions)
    .find(({ id }) => id === 'certification')?.answer;
  const { opening } = associateWords['certification-ending'].words;
  for (const text of [certification, opening]) {
    expect(text).toMatch(/団体へ届いた寄付/);
    expect(text).not.toMatch(/成立した寄付|その後の寄付/);
  }
});
