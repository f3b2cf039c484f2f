import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { ReceiptGroup } from '#domain/receipts/receipt.ts';
import { ReceiptYears } from './receipt-years.tsx';

const group = (year: number, associateId: string): ReceiptGroup => ({
  associateId,
  associateName: `見本の会 ${associateId}`,
  year,
  amountYen: 1_000,
  relief: 'credit-or-deduction',
  reason: '',
  donations: [
    {
      appraisalId: `TS-${year}-${associateId}`,
      amountYen: 1_000,
      donatedAt: `${year}0301120000000`,
      receivedOn: `${year}-03-20`,
      reason: '',
    },
  ],
});

const page = renderToString(
  <MemoryRouter>
    <ReceiptYears
      groups={[group(2026, 'ao'), group(2026, 'umi'), group(2025, 'ao'), group(2018, 'ao')]}
      receipts={[]}
      onChange={() => undefined}
      relief={() => null}
    />
  </MemoryRouter>,
);

test('the newest year is open, those before it are folded and say how many gifts they hold', () => {
  const years = page
    .split('<details')
    .filter((part) => part.includes('<h2'))
    .map((part) => [
      /<h2[^>]*>(.*?)<\/h2>/.exec(part)?.[1]?.replaceAll('<!-- -->', ''),
      / open=""/.test(part.slice(0, part.indexOf('>'))),
      />(\d+)(?:<!-- -->)?件/.exec(part)?.[1],
    ]);
  expect(years).toEqual([
    ['2026年分の寄付', true, '2'],
    ['2025年分の寄付', false, '1'],
    ['2018年分の寄付', false, '1'],
  ]);
});

test('the button that issues has its word alone: a tick would say that it is done', () => {
  const buttons = [...page.matchAll(/<button[^>]*を発行する"[^>]*>(.*?)<\/button>/g)];
  expect(buttons.length).toBeGreaterThan(3);
  for (const [, inner = ''] of buttons) {
    expect(inner).toContain('発行する');
    expect(inner).not.toContain('<svg');
  }
});

test('each gift says its day with the year', () => {
  expect(page).toContain('2018/03/01');
});
