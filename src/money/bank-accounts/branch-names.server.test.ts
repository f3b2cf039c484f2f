import { expect, test } from 'vitest';
import zenginCode from 'zengin-code';
import {
  bankNameProblem,
  shortenBankName,
  toBankName,
} from '#money/remittances/transfer-letters.ts';
import { branchFinder } from './banks.server.ts';

test('a branch has its names by its codes, in the letters of a transfer', async () => {
  expect((await branchFinder())('0001', '001')).toEqual({
    bankName: 'みずほ',
    bankKana: 'ﾐｽﾞﾎ',
    branchName: '東京営業部',
    branchKana: 'ﾄｳｷﾖｳ',
  });
});

test.each([
  ['0001', '000'],
  ['9998', '001'],
  ['', ''],
  ['constructor', '001'],
  ['0001', 'constructor'],
])('there is no branch %j %j', async (bankCode, branchCode) => {
  expect((await branchFinder())(bankCode, branchCode)).toBeUndefined();
});

test('every bank and branch of the list can stand in a file of transfers', () => {
  const banks = Object.values(zenginCode).filter((bank) => bank !== undefined);
  const entries = banks.flatMap((bank) => [bank, ...Object.values(bank.branches)]);
  expect(entries.length).toBeGreaterThan(25_000);
  const odd = entries.filter(({ kana }) => {
    const name = shortenBankName(toBankName(kana));
    return name === '' || bankNameProblem(name, '') !== undefined;
  });
  expect(odd).toEqual([]);
});
