import { expect, test } from 'vitest';
import { renderedHtml } from '#test/rendered.ts';
import type { SellerReview } from '#warehouse/identity-checks/seller-facts.ts';
import { ComparedFacts } from './compared-facts.tsx';

const review = {
  applicant: {
    ...{ name: '髙橋 花子', kana: 'たかはし はなこ', zipcode: '1000001' },
    ...{ address: '東京都見本町 新しい家', birth: '1980-01-02', occupation: '会社員' },
  },
  formerAddress: '',
} as unknown as SellerReview;

test('an address changed since the letter was sent is marked', () => {
  const changed = 'ご住所が変わっています';
  expect(renderedHtml(<ComparedFacts review={review} />)).not.toContain(changed);
  const html = renderedHtml(
    <ComparedFacts review={{ ...review, formerAddress: '〒1000002 東京都前の町' }} />,
  );
  expect(html).toContain(changed);
  expect(html).toContain('〒1000002 東京都前の町');
});
