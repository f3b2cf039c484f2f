import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { drawStatement } from './draw-statement.server.ts';
import { invoiceOf } from './invoice.ts';
import type { Statement, StatementItem } from './statement.ts';
import type { StatementPaper, YearPaper } from './statement-paper.server.ts';
import type { StatementYear } from './year.ts';

const run = promisify(execFile);
const canReadPdf = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
);
const unread = canReadPdf ? '' : ' (skipped: pdftotext, of poppler-utils, is not installed)';
if (!canReadPdf) console.warn(`statements are not read${unread}`);

const folder = await mkdtemp(join(tmpdir(), 'tasuki-statements-'));
afterAll(() => rm(folder, { recursive: true }));

async function textOf(paper: StatementPaper | YearPaper, ...pages: string[]): Promise<string> {
  const file = join(folder, 'statement.pdf');
  await writeFile(file, await drawStatement(paper));
  const { stdout } = await run('pdftotext', [...pages, '-layout', '-enc', 'UTF-8', file, '-']);
  return stdout.normalize('NFKC').replace(/ +/g, ' ');
}

const figures = {
  ...{ carriedCount: 1, carriedGiftYen: 2_000, carriedFeeYen: 200, carriedHandlingYen: 100 },
  ...{ giftCount: 2, giftYen: 30_000, feeYen: 3_000, handlingYen: 200, correctionGiftYen: -1_000 },
  ...{ correctionFeeYen: -150, correctionHandlingYen: 0, returnYen: 0, payoutYen: 12_345 },
  ...{ amountYen: 39_995, chargedFeeYen: 3_050, chargedHandlingYen: 300 },
};
const statement: Statement = {
  ...{ id: 'r1', number: 'S2026-000012', state: 'confirmed', associateName: 'あおぞらの会' },
  ...{ periodFrom: '2026-10-01', periodTo: '2026-10-31', receivedOn: '2026-11-20' },
  ...{ returnedOn: null, returnReason: '', cameBack: null, paidAgain: [] },
  account: '見本銀行 本店 普通 ***4567 ｱｵｿﾞﾗ',
  ...figures,
};
const gift: StatementItem = {
  ...{ id: 1, number: 'S2026-000012', state: 'confirmed', receivedOn: '2026-11-20' },
  ...{ day: '2026-10-05', kind: 'gift', isCarried: false, giftNumber: 'G-1A2B3-4C5D6', about: '' },
  ...{ reason: '', giftYen: 3_000, feeYen: 300, handlingYen: 100, amountYen: 2_600 },
};
const correction: StatementItem = {
  ...{ ...gift, kind: 'correction', giftYen: 0, feeYen: 0, handlingYen: 0, amountYen: -850 },
  reason: '金額の書き誤り',
};
const issuer = {
  ...{ name: '株式会社見本', address: '東京都見本町1-2', phone: '03-1234-5678' },
  registration: 'T7000012050002',
};
const invoice = invoiceOf(statement, {
  ...{ issuerName: issuer.name, registration: issuer.registration },
  recipientName: statement.associateName,
});
const paper: StatementPaper = {
  ...{ kind: 'remittance', issuer, drawnOn: '2026-11-25', isSample: false, edition: 1, statement },
  ...{ invoice, items: [gift, correction], itemCount: 2 },
};
const cameBack = {
  ...{ number: 'S2026-000012', returnedOn: '2026-11-25', reason: '口座なし', amountYen: 39_995 },
  ...{ correctionYen: 0, againNumber: '', againOn: null },
};

describe.skipIf(!canReadPdf)(`statements as PDF${unread}`, () => {
  test('says who pays whom how much, when and where to, and each figure and line', async () => {
    const text = await textOf(paper);
    for (const part of [
      ...['S2026-000012', 'あおぞらの会 御中', '株式会社見本', '東京都見本町1-2', '金 39,995円'],
      ...['2026年10月1日から2026年10月31日まで', '2026年11月20日', '***4567'],
      ...['G-1A2B3-4C5D6', '2026/10/05', '理由:金額の書き誤り', '△850'],
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/前回までの繰り越し\(1件\)\s+1,700円/);
    expect(text).toMatch(/寄付額\(2件\)\s+30,000円/);
    expect(text).toMatch(/事務手数料\s+△ 3,000円/);
    expect(text).toMatch(/基金からの助成\s+12,345円/);
    expect(text).not.toMatch(/組戻し|取消|高橋/);
  });

  test('is an invoice of what the organisation bears, as one asks to be', async () => {
    const text = await textOf(paper);
    expect(text).toContain('登録番号 T7000012050002');
    expect(text).toContain('適格請求書');
    expect(text).toMatch(/事務手数料\(税込\)\s+3,050円/);
    expect(text).toMatch(/10%対象 合計\(税込\)\s+3,350円/);
    expect(text).toMatch(/うち消費税額\(10%\)\s+304円/);
    expect(text).toContain('ご請求先:あおぞらの会 御中 内容:寄付の受付・査定・送金の代行');
    const unregistered = { ...issuer, registration: '' };
    const plain = await textOf({ ...paper, issuer: unregistered });
    expect(plain).toContain('適格請求書発行事業者の登録はありません');
    expect(plain).not.toContain('適格請求書・');
  });

  test('one whose money came back is marked, and says what becomes of it', async () => {
    const back = { ...statement, state: 'returned', receivedOn: null, returnedOn: '2026-11-25' };
    const returned = { ...back, returnReason: '口座なし', cameBack } as Statement;
    const text = await textOf({ ...paper, statement: returned });
    expect(text).toContain('組戻し');
    expect(text).toContain('2026年11月25日に組戻しとなりました(口座なし)');
    expect(text).not.toContain('団体へ届いた日');
    // It charges nothing; the transfer that replaces it does.
    expect(text).not.toContain('10%対象 合計');
    const again = { ...cameBack, againNumber: 'S2026-000014', againOn: '2026-12-01' };
    const later = { ...returned, cameBack: again };
    expect(await textOf({ ...paper, statement: later })).toContain('S2026-000014');
    const paidAgain = { ...statement, returnYen: 39_995, paidAgain: [again] };
    expect(await textOf({ ...paper, statement: paidAgain })).toContain(
      '組戻し分の再送金:明細書S2026-000012',
    );
    const taken = { ...statement, state: 'withdrawn', receivedOn: null } as Statement;
    expect(await textOf({ ...paper, statement: taken })).toContain('取消');
  });

  test('notes that are too long for the page of sums go on the next one, never over its foot', async () => {
    const back: Statement = {
      ...{ ...statement, state: 'returned', receivedOn: null, returnedOn: '2026-11-25' },
      ...{ returnYen: 99, returnReason: '口座なし'.repeat(50), cameBack },
      associateName: '特定非営利活動法人あおぞらの会'.repeat(6),
    };
    const long = {
      ...paper,
      statement: back,
      issuer: { ...issuer, name: '株式会社'.repeat(15), address: '東京都'.repeat(30) },
    };
    const foot = await textOf(long, ...'-l 1 -x 0 -y 786 -W 596 -H 56'.split(' '));
    expect(foot.trim()).toMatch(/^支払明細書 S2026-000012 1 ?\/ ?\d+$/);
    expect((await textOf(long)).replace(/\s/g, '')).toContain('次の送金で改めてお支払いします。');
    // The lines follow below them: no page has a note alone.
    const next = await textOf(long, '-f', '2', '-l', '2');
    expect(next).toMatch(/※[\s\S]*明細[\s\S]*合計[\s\S]*2 ?\/ ?2/);
  });

  test('of very many lines it has the first, and says where the others are', async () => {
    const items = Array.from({ length: 120 }, () => gift);
    const text = await textOf({ ...paper, items, itemCount: 100_000 });
    expect(text).toContain(
      '全100,000件のうち、はじめの120件です。すべての明細はCSVファイルにあります。',
    );
    expect(text.match(/G-1A2B3-4C5D6/g)).toHaveLength(120);
    expect(text).not.toMatch(/合計\s/);
  });

  test('a reason of very many lines stays on its page, and none of it is lost', async () => {
    const words = Array.from({ length: 90 }, (_, n) => `第${n + 1}行`);
    const payout: StatementItem = {
      ...{ ...gift, kind: 'payout', giftNumber: '', about: 'どうぶつの基金' },
      reason: words.join('\n'),
    };
    const text = await textOf({ ...paper, items: [gift, payout, gift], itemCount: 3 });
    const letters = text.replace(/\s/g, '');
    expect(words.filter((word) => !letters.includes(word))).toEqual([]);
    expect(text.match(/G-1A2B3-4C5D6/g)).toHaveLength(2);
  });

  test('the paper of a year adds up what arrived, with what did not in brackets', async () => {
    const year: StatementYear = {
      ...{ period: '2026-04_2027-03', remittances: 1, voids: 1, giftCount: 3, giftYen: 32_000 },
      ...{ feeYen: 3_200, handlingYen: 300, unsettledYen: 850, settledYen: -1_700, beforeYen: 0 },
      ...{ payoutYen: 12_345, amountYen: 39_995, chargedYen: 3_350, taxYen: 304, returnCount: 1 },
      returns: [{ ...cameBack, againNumber: 'S2026-000014', againOn: '2026-12-01' }],
    };
    const back: Statement = { ...statement, number: 'S2026-000013', state: 'returned' };
    const common = { issuer, drawnOn: '2026-11-25', isSample: true, associateName: 'あおぞらの会' };
    const drawn = { kind: 'year', ...common, edition: 2, year, statements: [statement, back] };
    const text = await textOf(drawn as YearPaper);
    expect(text).toContain('2026年4月1日から2027年3月31日までに団体へ届いた寄付と送金');
    expect(text).toContain('1回(ほかに組戻し・取消 1件)');
    expect(text).toContain('(第2版)');
    expect(text).toMatch(/寄付額\(3件\)\s+32,000円/);
    expect(text).toMatch(/団体が負担する費用\s+△ 3,500円/);
    expect(text.replace(/\s/g, '')).toContain('戻った39,995円を、明細書S2026-000014');
    expect(text).toMatch(/S2026-000013\s+組戻し.*\(39,995\)/);
    expect(text.match(/見/g)?.length).toBeGreaterThan(2);
  });
});
