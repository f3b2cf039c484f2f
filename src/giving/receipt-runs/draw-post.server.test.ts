import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import type { ReceiptPaper } from '#giving/receipts/receipt-paper.server.ts';
import { addressBlock, clear, drawPost } from './draw-post.server.ts';

// Positions on an address sheet, as read by poppler. Skipped, with a note, if poppler is missing.

const run = promisify(execFile);
const canRead = await run('pdftotext', ['-v']).then(
  () => true,
  ({ code }) => code !== 'ENOENT',
);
const unread = canRead ? '' : ' (skipped: pdftotext, of poppler-utils, is not installed)';
const folder = await mkdtemp(join(tmpdir(), 'tasuki-letters-'));
afterAll(() => rm(folder, { recursive: true }));

const paper = (donorName: string, donorAddress: string): ReceiptPaper => ({
  ...{ number: '2027-000001', kind: 'donation', year: 2026, amountYen: 3_000, donorName },
  ...{ donorAddress, issuedAt: new Date('2027-01-15T01:00:00Z'), replaces: [] },
  gifts: [{ receivedOn: '2026-05-01', amountYen: 3_000, appraisalId: 'TS-0000-0000' }],
  stated: {
    ...{ name: '海と山の会', address: '東京都', representative: '山田', way: 'goods' },
    ...{ classification: 'approved-npo', certifications: [] },
  },
  ...{ code: 'AAAA-BBBB-CCCC', verifyUrl: 'https://tasuki.example/verify', isSample: false },
});
const sender = { name: 'たすき運営事務局', address: '〒000-0000 見本県みほん市見本町0-0-0' };
const draw = (one: ReceiptPaper) =>
  drawPost({ title: '郵送', sender, letters: [{ papers: [one] }], createdAt: one.issuedAt });

type Word = { text: string; left: number; top: number; right: number; bottom: number };

/** Words of the first sheet, in mm. */
async function wordsOf(pdf: Uint8Array): Promise<Word[]> {
  const file = join(folder, 'letter.pdf');
  await writeFile(file, pdf);
  const { stdout } = await run('pdftotext', ['-bbox', '-l', '1', file, '-']);
  const found = stdout.matchAll(
    /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g,
  );
  return [...found].map(([, left, top, right, bottom, text = '']) => {
    const mm = (points: string | undefined) => (Number(points) * 25.4) / 72;
    return { text, left: mm(left), top: mm(top), right: mm(right), bottom: mm(bottom) };
  });
}

describe.skipIf(!canRead)(`an address sheet${unread}`, () => {
  test.each([
    ['a usual address', '花田 花子', '〒100-0001 東京都千代田区千代田1-1-1'],
    [
      'a long one',
      '長谷川 ガブリエラ・マリア・フェルナンダ',
      `〒900-0001 沖縄県那覇市港町${'いろはにほへと'.repeat(8)}1234-5678 ${'見本ハイツ'.repeat(8)}1203号室`,
    ],
  ])('shows %s in the window of its envelope, and nothing else', async (_, name, address) => {
    const words = await wordsOf(await draw(paper(name, address)));
    const seen = words.filter(({ left, top }) => left < clear.right && top < clear.bottom);
    expect(seen.map(({ text }) => text).join('')).toBe(
      `${address.replaceAll(' ', '')}${name.replaceAll(' ', '')}様`,
    );
    for (const word of seen) {
      expect(word.left, word.text).toBeGreaterThanOrEqual(addressBlock.left - 0.1);
      expect(word.right, word.text).toBeLessThanOrEqual(
        addressBlock.left + addressBlock.width + 0.1,
      );
      expect(word.top, word.text).toBeGreaterThanOrEqual(addressBlock.top - 0.1);
      expect(word.bottom, word.text).toBeLessThanOrEqual(
        addressBlock.top + addressBlock.height + 1.5,
      );
    }
  });

  test('shows wherever the folded sheet lies in its envelope', () => {
    const [envelope, sheet] = [
      { width: 235, height: 120 },
      { width: 210, height: 99 },
    ];
    const window = { left: 20, top: 12, width: 90, height: 45 };
    const { left, top, width, height } = addressBlock;
    for (const x of [0, envelope.width - sheet.width]) {
      for (const y of [0, envelope.height - sheet.height]) {
        expect(x + left).toBeGreaterThanOrEqual(window.left);
        expect(x + left + width).toBeLessThanOrEqual(window.left + window.width);
        expect(y + top).toBeGreaterThanOrEqual(window.top);
        expect(y + top + height).toBeLessThanOrEqual(window.top + window.height);
        expect(x + clear.right).toBeGreaterThanOrEqual(window.left + window.width);
        expect(y + clear.bottom).toBeGreaterThanOrEqual(window.top + window.height);
      }
    }
  });
});
