import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '#test/form.ts';
import { drawReceipt } from './draw-receipt.server.ts';
import type { ReceiptPaper } from './receipt-paper.server.ts';

// Layout of the paper, as read and seen by its recipient. In points from the upper left corner of an A4 page.

const run = promisify(execFile);
const canReadPdf = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
);
const unread = canReadPdf ? '' : ' (skipped: pdftotext, of poppler-utils, is not installed)';
if (!canReadPdf) console.warn(`receipts are not looked at${unread}`);

const folder = await mkdtemp(join(tmpdir(), 'tasuki-layout-'));
afterAll(() => rm(folder, { recursive: true }));

const [left, right, middle] = [72, 523.28, 595.28 / 2];

const gift = (n: number) => ({
  receivedOn: `2025-${String(1 + (n % 12)).padStart(2, '0')}-05`,
  amountYen: 1_000 + n,
  appraisalId: `TS-ABCD-${String(1_000 + n)}`,
});
const year: ReceiptPaper = {
  number: '2026-000002',
  kind: 'year',
  year: 2025,
  amountYen: 66_080,
  donorName: '髙﨑 邊𠮷',
  donorAddress: '〒100-0001 東京都千代田区葛城1-1 見本荘205',
  issuedAt: new Date('2026-11-20T10:00:00+09:00'),
  replaces: ['2026-000001'],
  gifts: Array.from({ length: 64 }, (_, n) => gift(n)),
  stated: {
    way: 'goods',
    name: '特定非営利活動法人あおぞらの会',
    address: '東京都見本町1-2-3',
    representative: '見本太郎',
    classification: 'approved-npo',
    cost: { feeYen: 6_608, handlingYen: 6_400 },
    certifications: [
      {
        number: '認定第7号',
        authority: '東京都知事',
        certifiedOn: '2020-01-01',
        expiresOn: '2028-12-31',
      },
    ],
  },
  code: 'ABCD-EFGH-JKMN',
  verifyUrl: 'http://localhost:80/verify#number=2026-000002&code=ABCD-EFGH-JKMN',
  isSample: false,
};
const single: ReceiptPaper = {
  ...year,
  kind: 'donation',
  amountYen: 1_000,
  replaces: [],
  gifts: [gift(0)],
};
const longText = (of: string, length: number) =>
  of.repeat(Math.ceil(length / of.length)).slice(0, length);
/** Each field as long as its form allows, or longer than anyone would write if no form limits it. */
const longest = (of: string) => {
  const [certification] = year.stated.certifications;
  if (!certification) throw new Error('no certification');
  const line = longText(of, 100);
  return {
    donorName: `${longText(of, 50)} ${longText(of, 50)}`,
    donorAddress: `〒100-0001 神奈川県${line}${line} ${line}`,
    name: line,
    address: longText(of, 300),
    representative: line,
    certification: { ...certification, number: longText(of, 200), authority: line },
  };
};
type Field = keyof ReturnType<typeof longest>;
/** A paper with these fields at their longest. */
const filled = (paper: ReceiptPaper, of: string, which: readonly Field[]): ReceiptPaper => {
  const fields = longest(of);
  const has = (field: Field) => which.includes(field);
  const { stated } = paper;
  return {
    ...paper,
    ...(has('donorName') && { donorName: fields.donorName }),
    ...(has('donorAddress') && { donorAddress: fields.donorAddress }),
    stated: {
      ...stated,
      ...(has('name') && { name: fields.name }),
      ...(has('address') && { address: fields.address }),
      ...(has('representative') && { representative: fields.representative }),
      ...(has('certification') && {
        certifications: [fields.certification, fields.certification],
      }),
    },
  };
};
const everyField = Object.keys(longest('あ')) as Field[];
const wide = '髙﨑邊葛城';
const crowded = filled(year, wide, everyField);

type Word = { text: string; x: number; end: number; y: number; bottom: number };

const readings = new Map<ReceiptPaper, ReturnType<typeof readAnew>>();
function read(paper: ReceiptPaper) {
  const reading = readings.get(paper) ?? readAnew(paper);
  readings.set(paper, reading);
  return reading;
}

async function readAnew(paper: ReceiptPaper) {
  const file = join(folder, `paper-${readings.size}.pdf`);
  await writeFile(file, await drawReceipt(paper));
  const { stdout } = await run('pdftotext', ['-bbox', file, '-']);
  const pages = stdout
    .split('<page ')
    .slice(1)
    .map((page) =>
      [
        ...page.matchAll(
          /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g,
        ),
      ].map(([, x, y, end, bottom, text = '']): Word => {
        return { text, x: Number(x), end: Number(end), y: Number(y), bottom: Number(bottom) };
      }),
    );
  const [first = [], ...others] = pages;
  const word = (start: string, from = first) => {
    const found = from.find(({ text }) => text.startsWith(start));
    if (!found) throw new Error(`no ${start} in ${from.map(({ text }) => text).join(' ')}`);
    return found;
  };
  return { file, pages, first, others, word };
}

/** Pairs of overlapping words. */
const overlapping = (words: readonly Word[]) =>
  words.flatMap((one, index) =>
    words.slice(index + 1).flatMap((other) => {
      const isBeside = one.end <= other.x + 0.5 || other.end <= one.x + 0.5;
      const isAbove = (a: Word, b: Word) => a.bottom <= b.y + 0.5;
      return isBeside || isAbove(one, other) || isAbove(other, one)
        ? []
        : [`${one.text} and ${other.text}`];
    }),
  );
const outside = (words: readonly Word[]) =>
  words
    .filter(({ x, end, y, bottom }) => x < left - 1 || end > right + 1 || y < 60 || bottom > 790)
    .map(({ text }) => text);
const heightOf = ({ y, bottom }: Word) => bottom - y;

/** Renders a page, two pixels per point; returns a function for the colour at a position. */
async function lookAt(file: string, page: number) {
  const picture = `${file}-${page}`;
  const which = ['-f', `${page}`, '-l', `${page}`, '-singlefile'];
  await run('pdftoppm', ['-r', '144', ...which, file, picture]);
  const ppm = await readFile(`${picture}.ppm`);
  const [header = '', width] = /^P6\s(\d+)\s\d+\s255\s/.exec(ppm.toString('latin1', 0, 40)) ?? [];
  const data = ppm.subarray(header.length);
  return (x: number, y: number): [red: number, green: number, blue: number] => {
    const at = (Math.round(y * 2) * Number(width) + Math.round(x * 2)) * 3;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  };
}
type Looking = Awaited<ReturnType<typeof lookAt>>;

const isInked = (rgb: readonly number[]) => rgb.some((value) => value < 240);
/** Whether a ruled line crosses between two positions a few points away from it. */
const isRuled = (look: Looking, from: [number, number], to: [number, number]) =>
  Array.from({ length: 41 }, (_, step) => {
    const at = (index: 0 | 1) => from[index] + ((to[index] - from[index]) * step) / 40;
    return look(at(0), at(1));
  }).some(isInked);

describe.skipIf(!canReadPdf)(`a receipt${unread}`, () => {
  test.each([
    ['of a year, issued again', year, 3],
    ['of a gift', single, 1],
    ['with all that can be long', crowded, 4],
  ])(
    '%s has nothing on top of something else or outside of its margins',
    async (_what, paper, pages) => {
      const found = await read(paper);
      expect(found.pages).toHaveLength(pages);
      for (const words of found.pages)
        expect([overlapping(words), outside(words)]).toEqual([[], []]);
    },
  );

  test.each([
    ...everyField.flatMap((field) =>
      sampled(
        [
          [year, wide],
          [single, 'W'],
        ] as const,
        { every: 2, salt: field },
      ).map(([paper, of]): [string, ReceiptPaper] => [
        `${field} of ${of} on a paper on one ${paper.kind}`,
        filled(paper, of, [field]),
      ]),
    ),
    ['all of them', crowded],
    ['all of them in words', filled(single, 'Long words ', everyField)],
    [
      'a long address of the site',
      { ...single, verifyUrl: `https://${'a'.repeat(250)}.jp/verify#` },
    ],
  ])('with %s says all of it, and nothing strikes or covers anything', async (_what, paper) => {
    const { file, pages } = await read(paper);
    const all = pages.flat();
    const text = all
      .map((word) => word.text)
      .join('')
      // Text beside the issuer is read in between.
      .replaceAll(/\s|発行者/g, '');
    for (const said of [
      ...[paper.donorName, paper.donorAddress, paper.stated.name, paper.stated.address],
      ...[paper.stated.representative, paper.stated.certifications[0]?.number ?? ''],
    ]) {
      expect(text).toContain(said.replaceAll(/\s/g, ''));
    }
    for (const words of pages) expect([overlapping(words), outside(words)]).toEqual([[], []]);
    const at = pages.findIndex((words) => words.some(({ text }) => text === 'この証明書の確認'));
    const [words = [], look] = [pages[at], await lookAt(file, at + 1)];
    const check = words.find(({ text }) => text === 'この証明書の確認')?.y ?? 0;
    const above = words.filter(({ y }) => y < check - 2 && y > 60);
    const lowest = Math.max(...above.map(({ bottom }) => bottom));
    expect(above.map(({ text }) => text).join('')).toContain('※');
    // The rule above the check and the code beside it are clear of other content.
    const isInkedAcross = (y: number) =>
      Array.from({ length: 400 }, (_, x) => look(left + x, y)).every(isInked);
    const rules = Array.from({ length: 120 }, (_, step) => lowest - 20 + step / 2).filter(
      isInkedAcross,
    );
    expect(rules.length).toBeGreaterThan(0);
    expect(Math.min(...rules)).toBeGreaterThan(lowest);
    expect(words.filter(({ x, y }) => y > lowest && x < left + 84)).toEqual([]);
  });

  test('is read from above: who gave how much, when and how, who says so, how to check it', async () => {
    const { first, word } = await read(year);
    const order = [
      ...[
        '証明書番号',
        '発行日',
        '番号',
        '寄付金受領証明書',
        '2025年分',
        '〒100',
        '髙﨑',
        '寄付額',
      ],
      ...[
        '2025年の',
        'たことを',
        '寄付を受けた日',
        '寄付の方法',
        '寄付金の使い道',
        '特定非営利活動法人',
      ],
      ...['東京都見本町', '代表者', '認定番号', '認定日', '有効期間', '※', 'この証明書の確認'],
      ...['QRコード', 'http://localhost:80/verify', '証明書番号', '寄付サービス'],
    ];
    const lines = first.toSorted((a, b) => a.y - b.y).map(({ text }) => text);
    let last = -1;
    for (const start of order) {
      const at = lines.findIndex((text, index) => index > last && text.startsWith(start));
      expect(at, start).toBeGreaterThan(last);
      last = at;
    }
    expect(first.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('#'));
    for (const value of ['2026-000002', '2026年11月20日'])
      expect(word(value).end).toBeCloseTo(right, 0);
    for (const [x, ...texts] of [
      [left, '番号', '2025年の', 'たことを', '※'],
      [left + 6, '〒100', '髙﨑', '寄付を受けた日', '寄付の方法', '寄付金の使い道', '発行者'],
      [
        left + 124,
        '2025年1月5日から',
        'お品物の',
        '特定非営利活動に',
        '特定非営利活動法人',
        '東京都見本町',
        '代表者',
        '認定番号',
      ],
      [left + 104, 'この証明書の確認', 'QRコード', 'http', '寄付サービス'],
    ] as const) {
      for (const text of texts) expect(word(text).x, text).toBeCloseTo(x, 0);
    }
    const centre = (...texts: string[]) =>
      (Math.min(...texts.map((text) => word(text).x)) +
        Math.max(...texts.map((text) => word(text).end))) /
      2;
    expect(Math.abs(centre('寄付金受領証明書') - middle)).toBeLessThan(4);
    expect(Math.abs(centre('2025年分') - middle)).toBeLessThan(1);
    expect(Math.abs(centre('金', '66,080円') - middle)).toBeLessThan(1);
    // A row's heading is on the line of its value.
    for (const [heading, value] of [
      ['寄付を受けた日', '2025年1月5日から'],
      ['寄付の方法', 'お品物の'],
      ['寄付金の使い道', '特定非営利活動に'],
    ] as const) {
      expect(word(heading).y).toBeCloseTo(word(value).y, 0);
    }
    expect(
      Math.abs(
        word('寄付額').y -
          word(
            '金',
            first.filter(({ text }) => text === '金'),
          ).y,
      ),
    ).toBeLessThan(12);
    // Important text is large.
    const sizes = [
      '寄付金受領証明書',
      '66,080円',
      '髙﨑',
      '再発行',
      '特定非営利活動法人',
      '2025年分',
      '〒100',
      '認定番号',
      'QRコード',
      '※',
    ];
    const heights = sizes.map((text) => heightOf(word(text)));
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(new Set(heights).size).toBe(heights.length);
  });

  test('has in bold what matters', async () => {
    const { file } = await read(year);
    const { stdout } = await run('pdftohtml', ['-xml', '-i', '-stdout', file]);
    const bold = [...stdout.matchAll(/<b>([^<]+)<\/b>/g)].map(([, text]) =>
      // Letter-spaced text is read as separate letters.
      text?.replaceAll(' ', ''),
    );
    expect(bold).toEqual(expect.arrayContaining(['再発行', '寄付金受領証明書', '金66,080円']));
    expect(bold).toEqual(
      expect.arrayContaining(['この証明書の確認', '2025年分の寄付の内訳', '合計']),
    );
    expect(bold).toEqual(expect.arrayContaining(['66,080円', '特定非営利活動法人あおぞらの会']));
    for (const part of ['髙﨑邊𠮷', 'ABCD-EFGH-JKMN']) {
      expect(bold).toContainEqual(expect.stringContaining(part));
    }
    expect(bold.join(' ')).not.toMatch(/寄付の方法|見本町|QRコード|確定申告|TS-/);
  });

  test('of a single gift says which box it was, and nothing of a year or of a paper before', async () => {
    const { first, word } = await read(single);
    const all = first.map(({ text }) => text);
    expect(all).not.toContainEqual(expect.stringMatching(/再発行|^2025年分|内訳|から12月/));
    expect(word('申込番号').y).toBeCloseTo(word('TS-ABCD-1000').y, 0);
    expect(word('2025年1月5日').x).toBeCloseTo(left + 124, 0);
    expect(all.join('')).toContain('同じ寄付を含む一年分の証明書とあわせて');
    const yearly = (await read(year)).first.map(({ text }) => text).join('');
    expect(yearly).toContain('内訳の寄付について個別に発行された証明書とあわせて');
    expect(yearly).not.toContain('申込番号');
  });

  test.each([
    ['approved-npo', '特定非営利活動に係る事業に関連する寄付金'],
    ['specially-approved-npo', '特定非営利活動に係る事業に関連する寄付金'],
    ['public-interest-incorporated', '公益目的事業に関連する寄付金'],
    ['public-interest-foundation', '公益目的事業に関連する寄付金'],
    ['municipality', '団体の主な目的である業務に関連する寄付金'],
  ])('of %s names what its law asks for', async (classification, mission) => {
    const { word } = await read({ ...single, stated: { ...single.stated, classification } });
    expect(word(mission).text).toBe(mission);
  });

  test('says how was given, and of one issued as that of a purchase what it said', async () => {
    const textOf = async (paper: ReceiptPaper) =>
      (await read(paper)).first.map(({ text }) => text).join('');
    const given = await textOf(single);
    expect(given).toContain('お預かりした品を団体のために販売し');
    expect(given).not.toContain('買取');
    const before = await textOf({ ...single, stated: { ...single.stated, way: 'purchase' } });
    expect(before).toContain('お品物の買取代金による寄付（買取寄付）');
    expect(before).toContain('買取寄付サービス「たすき」');
  });

  test('says on which days of the year, and leaves out what nobody entered', async () => {
    const of = async (changes: Partial<ReceiptPaper>) =>
      (await read({ ...year, ...changes })).first.map(({ text }) => text).join(' ');
    const oneDay = await of({ gifts: [gift(0), gift(12)] });
    expect(oneDay).toContain('2025年1月5日（2件、内訳は別のページ）');
    const bare = await of({
      stated: { ...year.stated, address: '', representative: '', certifications: [] },
    });
    expect(bare).not.toMatch(/代表者|認定|有効期間|undefined/);
  });

  test('of a year lists its gifts in columns, 32 a page, with the sum under the last', async () => {
    const { others } = await read(year);
    expect(others).toHaveLength(2);
    for (const [index, words] of others.entries()) {
      const rows = words.filter(({ text }) => text.startsWith('TS-'));
      expect(rows.map(({ text }) => text)).toEqual(
        year.gifts.slice(index * 32, index * 32 + 32).map(({ appraisalId }) => appraisalId),
      );
      const steps = rows.slice(1).map(({ y }, row) => y - (rows[row]?.y ?? 0));
      expect(steps.every((step) => Math.abs(step - 19) < 0.1)).toBe(true);
      for (const row of rows) {
        const [day, , amount] = words.filter(({ y }) => y === row.y).toSorted((a, b) => a.x - b.x);
        expect([day?.text, amount?.text]).toEqual([
          expect.stringMatching(/^2025年\d+月5日$/),
          expect.stringMatching(/^1,0\d\d円$/),
        ]);
        expect([day?.x, row.x]).toEqual([left + 6, left + 150]);
        expect(amount?.end).toBeCloseTo(right - 6, 0);
      }
      const line = words.map(({ text }) => text).join(' ');
      expect(line).toContain(`${index + 1}/2`);
      expect(line.includes('合計')).toBe(index === 1);
    }
    const last = others[1] ?? [];
    const [sum, total] = ['合計', '66,080円'].map((text) => last.find((one) => one.text === text));
    const lowest = Math.max(...last.filter(({ text }) => text.startsWith('TS-')).map(({ y }) => y));
    expect([sum?.x, sum?.y]).toEqual([left + 6, total?.y]);
    expect(sum?.y).toBeGreaterThan(lowest + 19);
    expect(total?.end).toBeCloseTo(right - 6, 0);
    const { others: full } = await read({ ...year, gifts: year.gifts.slice(0, 32) });
    expect(full).toHaveLength(1);
  });

  describe('looked at', () => {
    let look: Looking;
    let gifts: Looking;
    let once: Looking;
    beforeAll(async () => {
      const { file } = await read(year);
      look = await lookAt(file, 1);
      gifts = await lookAt(file, 2);
      once = await lookAt((await read(single)).file, 1);
    });

    test('shows the code that leads to its confirmation, on white', () => {
      const { data, size } = encode(year.verifyUrl, { ecc: 'M', border: 0 });
      const unit = 84 / size;
      const seen = data.map((row, y) =>
        row.map((_, x) => {
          const [red] = look(left + (x + 0.5) * unit, 696 + (y + 0.5) * unit);
          return red < 128;
        }),
      );
      expect(seen).toEqual(data);
      expect(isInked(look(left - 4, 738))).toBe(false);
      expect(isInked(look(left + 90, 738))).toBe(false);
    });

    test('has a double frame on every page', () => {
      const [bottom, side] = [841.89, 595.28];
      for (const page of [look, gifts]) {
        for (const [from, to] of [
          [
            [28, 400],
            [36.5, 400],
          ],
          [
            [36.5, 400],
            [42, 400],
          ],
          [
            [side - 28, 400],
            [side - 36.5, 400],
          ],
          [
            [side - 36.5, 400],
            [side - 42, 400],
          ],
          [
            [300, 28],
            [300, 36.5],
          ],
          [
            [300, 36.5],
            [300, 42],
          ],
          [
            [300, bottom - 28],
            [300, bottom - 36.5],
          ],
          [
            [300, bottom - 36.5],
            [300, bottom - 42],
          ],
        ] as [[number, number], [number, number]][]) {
          expect([from, to, isRuled(page, from, to)]).toEqual([from, to, true]);
        }
        for (const [x, y] of [
          [20, 400],
          [36.5, 400],
          [46, 400],
          [300, 20],
          [300, 46],
        ] as const) {
          expect([x, y, isInked(page(x, y))]).toEqual([x, y, false]);
        }
      }
    });

    test('boxes its amount and rules its rows', async () => {
      const { word } = await read(year);
      const amount = word('66,080円').y;
      expect(isRuled(look, [left - 5, amount + 10], [left + 5, amount + 10])).toBe(true);
      expect(isRuled(look, [right - 5, amount + 10], [right + 5, amount + 10])).toBe(true);
      expect(isRuled(look, [100, amount - 14], [100, amount - 3])).toBe(true);
      expect(isRuled(look, [100, amount + 48], [100, amount + 58])).toBe(true);
      const rows = ['寄付を受けた日', '寄付の方法', '寄付金の使い道'].map((text) => word(text).y);
      for (const [row, y] of rows.entries()) {
        // The way of giving takes two lines.
        const end = y + (row === 1 ? 16 : 0);
        for (const x of [left + 1, right - 1]) {
          expect(isRuled(look, [x, y - 12], [x, y - 1])).toBe(true);
          expect(isRuled(look, [x, end + 16], [x, end + 26])).toBe(true);
        }
        expect(isRuled(look, [left - 8, y - 12], [left - 8, y + 26])).toBe(false);
      }
      expect(isRuled(look, [300, 676], [300, 692])).toBe(true);
      expect(isRuled(gifts, [left + 120, 118], [left + 120, 130])).toBe(true);
      expect(isRuled(gifts, [left + 120, 141], [left + 120, 150])).toBe(true);
    });

    test('rules a line under the name, and keeps its note at the foot', async () => {
      const { word } = await read(year);
      const { bottom } = word('髙﨑');
      expect(isRuled(look, [300, bottom + 1], [300, bottom + 9])).toBe(true);
      expect(word('※').y).toBeCloseTo(640, 0);
    });

    test('has nothing in the place of a seal that its organisation has not given', async () => {
      const { word, pages } = await read(year);
      const y = word('特定非営利活動法人').y;
      // A frame is as thin as half a point, and its dashes have gaps.
      const steps = Array.from({ length: 153 }, (_, step) => step / 2 - 2);
      const inked = steps.flatMap((down) =>
        steps.filter((over) => isInked(look(right - 74 + over, y + down))),
      );
      expect(inked).toEqual([]);
      expect(pages.flat().map(({ text }) => text)).not.toContain('団体印');
    });

    test('is marked in red when it is issued again, and only then', () => {
      const isRed = ([red, green, blue]: readonly number[]) =>
        (red ?? 0) > (green ?? 0) + 40 && (red ?? 0) > (blue ?? 0) + 40;
      const reds = (page: Looking, width: number, [top, bottom]: [number, number]) => {
        const found: [number, number][] = [];
        for (let y = top; y <= bottom; y += 0.5) {
          for (let x = left - 4; x <= left + width; x += 0.5)
            if (isRed(page(x, y))) found.push([x, y]);
        }
        return found;
      };
      const mark = reds(look, 100, [60, 95]);
      const [xs, ys] = [mark.map(([x]) => x), mark.map(([, y]) => y)];
      const edges = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      for (const [index, edge] of [left, left + 76, 64, 92].entries()) {
        expect(Math.abs((edges[index] ?? 0) - edge)).toBeLessThan(1.5);
      }
      expect(reds(look, 200, [97, 110]).length).toBeGreaterThan(50);
      expect(reds(once, 300, [60, 120])).toEqual([]);
    });
  });

  test('a sample is marked across all of its pages, faintly', async () => {
    const { file } = await read({ ...year, isSample: true });
    for (const page of [1, 2]) {
      const look = await lookAt(file, page);
      const faint: [number, number][] = [];
      for (let y = 60; y < 780; y += 2) {
        for (let x = 50; x < 545; x += 2) {
          const [red, green, blue] = look(x, y);
          if (red > 240 && green < 245 && green > 215 && blue < 245) faint.push([x, y]);
        }
      }
      // Across the middle of the page, from the lower left to the upper right.
      expect(faint.length).toBeGreaterThan(1_500);
      const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
      expect(Math.abs(mean(faint.map(([x]) => x)) - middle)).toBeLessThan(60);
      expect(Math.abs(mean(faint.map(([, y]) => y)) - 421)).toBeLessThan(60);
      const leftPart = faint.filter(([x]) => x < middle).map(([, y]) => y);
      const rightPart = faint.filter(([x]) => x > middle).map(([, y]) => y);
      expect(mean(leftPart) - mean(rightPart)).toBeGreaterThan(60);
    }
  });
});
