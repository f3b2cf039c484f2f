import { expect, test } from 'vitest';
import { linesOf } from '#test/rendered.ts';
import { OwnAssociate } from './own-associate.tsx';
import type { StaffAssociate } from './staff-associate.ts';

test('each figure of an organisation stands at its own label', () => {
  const associate: StaffAssociate = {
    id: 'ao',
    name: 'あおぞらの会',
    monthlyCount: 2,
    monthlyYen: 13_000,
    totalCount: 1_234,
    totalYen: 5_678_901,
    receiptWishCount: 7,
    owedYen: 45_000,
    pledgeCount: 9,
    months: [
      { month: '2027-01', count: 2, yen: 13_000 },
      { month: '2026-12', count: 3, yen: 4_001 },
    ],
  };
  const lines = linesOf(
    <OwnAssociate associate={associate} hasPage>
      月ごと
    </OwnAssociate>,
  );
  const after = (label: string) =>
    lines
      .slice(lines.indexOf(label) + 1)
      .slice(0, 2)
      .join('');
  expect(lines).toContain('あおぞらの会');
  expect(after('今月の寄付')).toMatch(/^13,000円/);
  expect(after('今月の件数')).toMatch(/^2件/);
  expect(after('これまでの寄付')).toMatch(/^5,678,901円/);
  expect(after('これまでの件数')).toMatch(/^1,234件/);
  expect(after('これから送金')).toMatch(/^45,000円/);
  expect(after('受領証明書の希望')).toMatch(/^7件/);
  expect(after('#mypledge')).toMatch(/^9件/);
  expect(lines).toContain('月ごと');
});
