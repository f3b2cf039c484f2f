import { describe, expect, test } from 'vitest';
import { validate } from '#kit/forms/validate.ts';
import {
  answerQuestion,
  emptyReliefValues,
  ReliefQuestion,
  readQuestion,
} from './relief-question.ts';

const typed = {
  gift: '10,000',
  income: '４，０００，０００',
  allowances: '1500000円',
  recipient: 'credit-or-deduction',
  local: true,
};

describe('the question of the calculator', () => {
  test('takes amounts as people write them', () => {
    expect(validate(ReliefQuestion, typed).values).toEqual({
      ...typed,
      gift: 10_000,
      income: 4_000_000,
      allowances: 1_500_000,
    });
  });

  test('gives advice for each missing or invalid amount', () => {
    const { issues } = validate(ReliefQuestion, { ...typed, gift: ' ', income: '四百万' });
    expect(issues).toEqual([
      { path: 'gift', message: '一年間の寄付の合計を入力してください。' },
      { path: 'income', message: '所得金額は、数字で入力してください（例：30,000）。' },
    ]);
  });

  test('refuses amounts above the limit and recipients that do not exist', () => {
    const { issues } = validate(ReliefQuestion, {
      ...typed,
      gift: '10000000001',
      recipient: 'furusato',
    });
    expect(issues.map(({ path }) => path)).toEqual(['gift', 'recipient']);
  });

  test('is read back from the address that a form without scripts leads to', () => {
    const address = 'gift=10%2C000&income=&allowances=1&recipient=deduction&local=on';
    expect(readQuestion(new URLSearchParams(address))).toEqual({
      gift: '10,000',
      income: '',
      allowances: '1',
      recipient: 'deduction',
      local: true,
    });
    expect(readQuestion(new URLSearchParams('gift=1'))).toEqual({
      ...emptyReliefValues,
      gift: '1',
    });
    expect(readQuestion(new URLSearchParams('local=on&keyword=x'))).toBeUndefined();
  });
});

describe('the answer of the calculator', () => {
  const question: ReliefQuestion = {
    gift: 10_000,
    income: 4_000_000,
    allowances: 1_500_000,
    recipient: 'credit-or-deduction',
    local: true,
  };

  test('uses the tax on the income after allowances', () => {
    expect(answerQuestion(question)).toMatchObject({
      incomeTaxYen: 152_500,
      creditYen: 3_200,
      residentsTaxYen: 800,
      totalYen: 4_000,
      better: 'credit',
    });
  });

  test('counts taxable income in whole thousands', () => {
    expect(answerQuestion({ ...question, allowances: 1_500_001 }).incomeTaxYen).toBe(152_400);
  });

  test('is nothing of income tax where allowances leave no income', () => {
    expect(answerQuestion({ ...question, allowances: 5_000_000 })).toMatchObject({
      incomeTaxYen: 0,
      creditYen: 0,
      deductionYen: 0,
      residentsTaxYen: 800,
    });
  });
});
