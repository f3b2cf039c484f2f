import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Receipt, ReceiptGroup } from './receipt.ts';
import { notReceivedYet } from './receipt-rule.ts';
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

const account = {
  names: { lastName: '髙橋', firstName: '花子', lastNameKana: '', firstNameKana: '' },
  address: { zipcode: '', prefecture: '', line1: '', line2: '', building: '' },
};
const page = renderToString(
  <MemoryRouter>
    <ReceiptYears
      groups={[group(2026, 'ao'), group(2026, 'umi'), group(2025, 'ao'), group(2018, 'ao')]}
      receipts={[]}
      account={account}
      onChange={() => undefined}
      byDays={() => null}
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

test('the button that issues a receipt has no tick, which would suggest that it is done', () => {
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

test('receipts on a returned gift are shown as ended, although it has no year any more', () => {
  const endedReceipt = (number: string, changes: Partial<Receipt>): Receipt => ({
    ...{ number, kind: 'donation', associateId: 'ao', associateName: '見本の会 ao' },
    ...{ appraisalIds: ['TS-2026-ao'], year: 2026, amountYen: 1_000, donorName: '' },
    ...{ issuedAt: '20260401120000000', replaces: [], state: 'void', replacedBy: '' },
    ...{ endedAt: '20260501120000000', endReason: '送金が戻ったため', ...changes },
  });
  const [gift] = group(2026, 'ao').donations;
  if (!gift) throw new Error('a gift');
  const back: ReceiptGroup = {
    ...{ ...group(2026, 'ao'), year: null, amountYen: 0, reason: notReceivedYet },
    donations: [{ ...gift, receivedOn: '', reason: notReceivedYet }],
  };
  const shown = (groups: ReceiptGroup[], receipts: Receipt[]) =>
    renderToString(
      <MemoryRouter>
        <ReceiptYears
          {...{ groups, receipts, account }}
          onChange={() => undefined}
          byDays={() => null}
          relief={() => null}
        />
      </MemoryRouter>,
    ).replaceAll('<!-- -->', '');
  const papers = [
    endedReceipt('2026-000001', {}),
    endedReceipt('2026-000002', { kind: 'year', appraisalIds: [] }),
    endedReceipt('2026-000003', { appraisalIds: ['TS-another'] }),
    endedReceipt('2026-000004', { kind: 'year', appraisalIds: [], associateId: 'umi' }),
  ];
  const waiting = shown([back], papers);
  for (const number of ['2026-000001', '2026-000002']) expect(waiting).toContain(`番号 ${number}`);
  for (const number of ['2026-000003', '2026-000004']) expect(waiting).not.toContain(number);
  expect(waiting).toContain('2026/05/01、送金が戻ったため');
  const rest = shown(
    [group(2026, 'ao')],
    [endedReceipt('2026-000002', { kind: 'year', appraisalIds: [] })],
  );
  expect(rest).toContain('番号 2026-000002');
  const anew = endedReceipt('2026-000005', { state: 'valid', kind: 'year' });
  const replaced = endedReceipt('2026-000002', {
    ...{ kind: 'year', state: 'replaced', replacedBy: anew.number },
  });
  expect(shown([group(2026, 'ao')], [anew, replaced])).toMatch(
    /差し替え.*番号 2026-000002.*2026\/05\/01.* → 番号 2026-000005/,
  );
});
