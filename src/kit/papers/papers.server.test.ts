import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { drawCopies } from '#giving/giver-lists/draw-copies.server.ts';
import { drawGiverList } from '#giving/giver-lists/draw-giver-list.server.ts';
import { drawPost } from '#giving/receipt-runs/draw-post.server.ts';
import { drawReceipt } from '#giving/receipts/draw-receipt.server.ts';
import type { ReceiptPaper } from '#giving/receipts/receipt-paper.server.ts';
import { drawStatement } from '#money/statements/draw-statement.server.ts';
import { invoiceOf } from '#money/statements/invoice.ts';
import type { Statement, StatementItem } from '#money/statements/statement.ts';
import type { DealerEntry } from '#warehouse/dealer-ledger/dealer-entry.ts';
import { drawLedger } from '#warehouse/dealer-ledger/draw-ledger.server.ts';
import { drawLetterLabels } from '#warehouse/identity-checks/draw-letter-labels.server.ts';
import { drawLabels, drawPackingSlips } from '#warehouse/kits/draw-labels.server.ts';
import { drawHomeLabels } from '#warehouse/tracking/home-labels.server.ts';

// Papers as screen readers read them. Skipped, with a note, if qpdf or poppler is missing.

const run = promisify(execFile);
const has = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    ({ code }) => code !== 'ENOENT',
  );
const canRead = (await has('qpdf')) && (await has('pdfinfo'));
const unread = canRead ? '' : ' (skipped: qpdf or pdfinfo, of poppler-utils, is not installed)';
if (!canRead) console.warn(`papers are not read${unread}`);

const folder = await mkdtemp(join(tmpdir(), 'tasuki-papers-'));
afterAll(() => rm(folder, { recursive: true }));

const receipt: ReceiptPaper = {
  ...{ number: '2026-000001', kind: 'year', year: 2025, amountYen: 3_000, code: 'AAAA-BBBB-CCCC' },
  ...{ donorName: '髙﨑 邊𠮷', donorAddress: '東京都千代田区葛󠄀城1-1', issuedAt: new Date(0) },
  ...{ replaces: [], isSample: true },
  gifts: [
    { receivedOn: '2025-03-01', amountYen: 1_000, appraisalId: 'TS-0000-0000' },
    { receivedOn: '2025-04-01', amountYen: 2_000, appraisalId: 'TS-0000-0001' },
  ],
  stated: {
    ...{ name: '海と山 & <川>の会', address: '東京都', representative: '山田', way: 'goods' },
    ...{ classification: 'approved-npo', certifications: [] },
  },
  verifyUrl: 'https://tasuki.example/verify#number=2026-000001',
};
const statement = {
  ...{ number: 'S2026-000001', associateName: 'あおぞらの会', state: 'confirmed', account: '' },
  ...{ periodFrom: '2026-10-01', periodTo: '2026-10-31', receivedOn: '2026-11-20' },
  ...{ returnedOn: null, returnReason: '', cameBack: null, paidAgain: [], amountYen: 2_700 },
  giftCount: 1,
  ...{ giftYen: 3_000, feeYen: 300, handlingYen: 0, carriedCount: 0, carriedGiftYen: 0 },
  ...{ carriedFeeYen: 0, carriedHandlingYen: 0, correctionGiftYen: 0, correctionFeeYen: 0 },
  ...{ correctionHandlingYen: 0, returnYen: 0, payoutYen: 0 },
  ...{ chargedFeeYen: 300, chargedHandlingYen: 0 },
} as unknown as Statement;
const item = {
  ...{ id: 1, number: '', state: 'confirmed', receivedOn: '2026-11-20' },
  ...{ day: '2026-10-02', kind: 'gift', isCarried: false, appraisalId: 'TS-0000-0000', about: '' },
  ...{ reason: '', giftYen: 3_000, feeYen: 300, handlingYen: 0, amountYen: 2_700 },
} as unknown as StatementItem;
const entry = {
  ...{ number: '2026-000001', tradedOn: '2026-11-01', way: 'buy', kind: '衣類', quantity: 1 },
  ...{ feature: '紺のコート', priceYen: 12_000, partyName: '林', partyAddress: '東京都' },
  ...{ partyOccupation: '会社員', partyAge: 40, identityMethod: 'papers', letterNumber: '' },
  ...{ letterSentOn: '', letterDeliveredOn: '', taxNote: '', corrects: '', correctedBy: '' },
  ...{ correctionReason: '', appraisalId: 'TS-0000-0000', enteredBy: '森' },
  ...{ enteredAt: '20261101090000000', keptUntil: '2029-11-01' },
} as unknown as DealerEntry;
const label = {
  ...{ code: 'TS-0000-0000-1', number: 1, boxes: 2, name: '林 花子', zipcode: '' },
  ...{ address: '', targetName: 'あおぞらの会' },
};

type Drawn = () => Promise<Uint8Array>;
const papers: [what: string, title: string, draw: Drawn, order: RegExp][] = [
  [
    'a receipt',
    '寄付金受領証明書 2026-000001',
    () => drawReceipt(receipt),
    /H1[^\n]*\n.*寄付金受領証明書.*髙﨑.*金 3,000円.*Figure.*H2[^\n]*\n.*2025年分の寄付の内訳.*Table.*TD.*2025年3月1日/s,
  ],
  [
    'a statement',
    '支払明細書 S2026-000001',
    () =>
      drawStatement({
        ...{ kind: 'remittance', statement, items: [item], itemCount: 1, isSample: true },
        ...{ issuer: { name: 'たすき', address: '', phone: '', registration: '' }, edition: 1 },
        drawnOn: '2026-11-27',
        invoice: invoiceOf(statement, {
          ...{ issuerName: 'たすき', registration: '', recipientName: 'あおぞらの会' },
        }),
      }),
    /H1[^\n]*\n.*支払明細書.*あおぞらの会.*内訳.*Table.*TH[^\n]*\n.*日付.*TD[^\n]*\n.*2026\/10\/02/s,
  ],
  [
    'a list of givers',
    '寄附者名簿 2026年度（2026年4月〜2027年3月）',
    () =>
      drawGiverList({
        ...{ associateName: '海と山の会', goesOn: false, drawnOn: '2027-04-10' },
        year: {
          ...{ period: '2026-04_2027-03', giftCount: 72, giftYen: 95_000 },
          ...{ namedCount: 60, namedYen: 61_000 },
        },
        givers: Array.from({ length: 60 }, (_, n) => ({
          ...{ giftNumber: `G-${n}`, receivedOn: '2026-05-01', name: '髙﨑 邊𠮷' },
          ...{ address: '東京都千代田区葛󠄀城1-1', amountYen: 1_000, ground: 'wished' },
        })),
      }),
    /H1[^\n]*\n.*寄附者名簿.*Table.*TH[^\n]*\n.*受領年月日.*TD[^\n]*\n.*2026\/05\/01.*同意されていない方　12件　34,000円/s,
  ],
  [
    'copies of receipts',
    '受領証明書の控え 発行した年 2026年',
    () =>
      drawCopies({
        ...{ associateName: '海と山の会', basis: 'issued', goesOn: false, drawnOn: '2027-04-10' },
        year: { year: 2026, validCount: 0, validYen: 0, replacedCount: 0, voidCount: 1 },
        copies: [
          {
            paper: receipt,
            copy: {
              ...{ number: receipt.number, kind: 'year', year: 2025, issuedAt: '' },
              ...{ donorName: '', donorAddress: '', amountYen: 3_000, state: 'void' },
              ...{ endedOn: '2026-12-01', reason: '寄付の取り消し', replacedBy: '' },
            },
          },
        ],
      }),
    /H1[^\n]*\n.*控え.*うち無効　1通.*控え　無効（2026\/12\/01、寄付の取り消し）.*H1[^\n]*\n.*寄付金受領証明書/s,
  ],
  [
    'letters',
    '郵送',
    () =>
      drawPost({
        ...{ title: '郵送', sender: { name: 'たすき', address: '' }, createdAt: receipt.issuedAt },
        letters: [{ papers: [receipt] }],
      }),
    /髙﨑 邊𠮷 様.*差出人.*H1[^\n]*\n.*お送りします.*H1[^\n]*\n.*寄付金受領証明書/s,
  ],
  [
    'the ledger',
    '古物台帳',
    () => drawLedger({ entries: Array(60).fill(entry), printedOn: '2026-11-27' }),
    /H1[^\n]*\n.*古物台帳.*Table.*TH[^\n]*\n.*番号.*TD[^\n]*\n.*2026-000001.*紺のコート/s,
  ],
  [
    'labels',
    '箱のラベル',
    () => drawLabels({ sheet: 'a4-12', start: 1, labels: [label, label] }),
    /Figure.*TS-0000-0000-1.*1\/2.*林 花子.*Figure/s,
  ],
  ['packing slips', '同梱票', () => drawPackingSlips({ labels: [label] }), /H1.*同梱票.*林 花子/s],
  [
    'labels for a donor’s own carton',
    '箱に貼るラベル TS-0000-0000',
    () =>
      drawHomeLabels({
        appraisalId: 'TS-0000-0000',
        boxes: 3,
        to: { address: '見本市', name: '倉庫' },
      }),
    /お届け先.*見本市.*Figure/s,
  ],
  [
    'address labels',
    '宛名ラベル',
    () =>
      drawLetterLabels({
        sheet: '24',
        addressees: [
          { ...{ zipcode: '1000001', address: '東京都', building: '' }, name: '林', number: '1' },
        ],
      }),
    /〒100-0001.*東京都.*林/s,
  ],
];

describe.skipIf(!canRead)(`to a screen reader${unread}`, () => {
  test.each(papers)(
    '%s is whole, in Japanese, has a title and is read in order',
    async (_, title, draw, order) => {
      const file = join(folder, 'paper.pdf');
      await writeFile(file, await draw());
      await run('qpdf', ['--check', file]);
      const { stdout: json } = await run('qpdf', ['--json', '--json-key=qpdf', file], {
        maxBuffer: 2 ** 28,
      });
      const [, objects] = JSON.parse(json).qpdf;
      const of = (name: unknown) => objects[`obj:${name}`]?.value ?? name;
      const root = of(objects.trailer.value['/Root']);
      expect(root['/Lang']).toBe('u:ja-JP');
      expect(of(root['/MarkInfo'])).toMatchObject({ '/Marked': true });
      expect(of(root['/ViewerPreferences'])).toMatchObject({ '/DisplayDocTitle': true });
      const alts = Object.values<{ value?: { '/S'?: string; '/Alt'?: string } }>(objects).flatMap(
        ({ value }) => (value?.['/S'] === '/Figure' ? [value['/Alt']] : []),
      );
      expect(alts).toEqual(alts.map(() => expect.stringMatching(/^u:.*QRコード：\S/)));
      const { stdout: facts } = await run('pdfinfo', ['-enc', 'UTF-8', file]);
      expect(facts).toMatch(new RegExp(`^Title: +${title}$`, 'm'));
      const { stdout: metadata } = await run('pdfinfo', ['-meta', file]);
      expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
      expect(metadata).not.toMatch(/&(?!amp;|lt;|gt;)| <川/);
      const { stdout: read } = await run('pdfinfo', ['-struct-text', '-enc', 'UTF-8', file], {
        maxBuffer: 2 ** 28,
      });
      expect(read).toMatch(order);
      // Decoration that is seen but not read: the sample mark and page numbers.
      expect(read).not.toContain('見本\n');
    },
  );

  test('nothing is drawn outside of what is read or marked as decoration', async () => {
    const file = join(folder, 'plain.pdf');
    for (const [what, , draw] of papers) {
      await writeFile(file, await draw());
      const { stdout } = await run('qpdf', ['--qdf', '--object-streams=disable', file, '-'], {
        encoding: 'latin1',
        maxBuffer: 2 ** 28,
      });
      expect(unmarked(stdout), what).toEqual([]);
    }
  });
});

/** Painting operators in page streams outside of marked content. */
function unmarked(pdf: string): string[] {
  const paints = /(?:^|\s)(?:TJ|Tj|f|f\*|S|s|B|b|Do)$/;
  const found: string[] = [];
  for (const [, stream = ''] of pdf.matchAll(/\nstream\n([\s\S]*?)\nendstream/g)) {
    if (!/^1 0 0 -1 0 /m.test(stream)) continue;
    let depth = 0;
    for (const line of stream.split('\n')) {
      if (/ (?:BDC|BMC)$/.test(line)) depth += 1;
      else if (line === 'EMC') depth -= 1;
      else if (depth === 0 && paints.test(line)) found.push(line);
    }
  }
  return found;
}
