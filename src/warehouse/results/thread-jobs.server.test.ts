import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { pack, unpack } from '#kit/threads/packed.server.ts';
import type { CsvError } from '#kit/values/csv/csv-row.ts';
import { numberOf, resultFile, resultHeader, resultLine } from '#test/factories/donating.ts';
import type { Upload } from './read-upload.server.ts';
import { isSame } from './row-hash.server.ts';
import { resultJobs } from './thread-jobs.server.ts';

// Calls the jobs directly, in the test's own thread.

const itemHeader = '申込番号,品目,点数,査定金額,行き先,理由';
const itemFile = (...lines: string[]) => [itemHeader, ...lines, ''].join('\r\n');
const upload = (csv: string | Uint8Array, items?: string): Upload => ({
  csv: { name: '査定結果.csv', content: csv },
  items: items === undefined ? undefined : { name: '明細.csv', content: items },
});

async function read(csv: string | Uint8Array, items?: string) {
  const { rows, ...facts } = await resultJobs.readUpload(upload(csv, items));
  return { ...facts, rows: rows.flatMap(unpack) };
}

async function faultyRows(given: Upload, file: 'csv' | 'items', mismatches: CsvError[] = []) {
  const bytes = await resultJobs.writeFaultyRows({
    upload: given,
    file,
    mismatches: pack(mismatches),
    isRest: false,
  });
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

describe('reading an upload', () => {
  test('rows come in the order of their numbers, with what each says', async () => {
    const file = resultFile(
      resultLine(3, { note: '三' }),
      resultLine(1, { appraised: 900, bonus: 100, donated: 1000 }),
      resultLine(2, { outcome: '返送', appraised: 0 }),
    );
    const { rows, ...facts } = await read(iconv.encode(file, 'cp932'));
    expect(rows.map(({ result }) => [result.row, result.appraisalId])).toEqual([
      [3, numberOf(1)],
      [4, numberOf(2)],
      [2, numberOf(3)],
    ]);
    expect(rows[0]).toMatchObject({ items: [], result: { bonusYen: 100, donationYen: 1000 } });
    expect(rows[2]?.result).toMatchObject({ note: '三', outcome: 'completed', associateId: 'ao' });
    expect(facts).toMatchObject({
      encoding: 'Shift_JIS',
      rowCount: 3,
      mistakes: { shown: [], total: 0, rejected: 0 },
    });
  });

  test('a file is known by its bytes, as sha256sum names them', async () => {
    const { hash } = await read('abc');
    expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect((await read(Buffer.from('abc'))).hash).toBe(hash);
  });

  test('items belong to the result of their number, in the order of their file', async () => {
    const items = itemFile(
      `${numberOf(2)},帽子,3,1200,再販売,`,
      `${numberOf(1)},靴,1,200,リサイクル,汚れ`,
      `${numberOf(1)},上着,2,1000,再販売,`,
    );
    const { rows, mistakes } = await read(resultFile(resultLine(1), resultLine(2)), items);
    expect(mistakes.total).toBe(0);
    expect(rows.map((row) => row.items.map(({ name, quantity }) => [name, quantity]))).toEqual([
      [
        ['靴', 1],
        ['上着', 2],
      ],
      [['帽子', 3]],
    ]);
  });

  test('each file has its mistakes in the order of its rows, and a wrong row counts once', async () => {
    const csv = resultFile(
      resultLine(1),
      resultLine(1),
      resultLine(2, { appraised: 'x', donated: 'y' }),
      `${resultLine(3)},too many`,
      resultLine(4),
    );
    const items = itemFile(`${numberOf(1)},靴,0,x,再販売,`, `${numberOf(1)},靴,1,x,再販売,`);
    const { rows, rowCount, mistakes } = await read(csv, items);
    expect(mistakes.shown.map(({ file, row, column }) => [file, row, column])).toEqual([
      ['csv', 3, '申込番号'],
      ['csv', 4, '査定金額'],
      ['csv', 4, '寄付金額'],
      ['csv', 5, ''],
      ['items', 2, '査定金額'],
      ['items', 2, '点数'],
      ['items', 3, '査定金額'],
    ]);
    expect(mistakes).toMatchObject({ total: 7, rejected: 5 });
    // Of two rows with one number the first is checked; rows after a wrong one are read.
    expect(rows.map(({ result }) => result.row)).toEqual([2, 6]);
    expect(rowCount).toBe(5);
  });

  test.each([
    ['the result file', resultFile(resultLine(1), resultLine(2, { id: 'x' })), ''],
    ['an item row', resultFile(resultLine(1)), `${numberOf(1)},靴,x,1,再販売,\r\n`],
    [
      'the shape of the item file',
      resultFile(resultLine(1)),
      `${numberOf(1)},靴,1,1,再販売,,x\r\n`,
    ],
  ])('sums are not judged while %s is wrong', async (_what, csv, wrongItem) => {
    const items = `${itemFile(`${numberOf(1)},靴,1,5,再販売,`)}${wrongItem}`;
    const { mistakes } = await read(csv, items);
    expect(mistakes.shown.map(({ message }) => message)).toEqual([
      expect.not.stringMatching('明細の合計'),
    ]);
  });

  test('items that do not add up are mistakes of the item file', async () => {
    const { mistakes } = await read(
      resultFile(resultLine(1)),
      itemFile(`${numberOf(1)},靴,3,1199,再販売,`),
    );
    expect(mistakes).toMatchObject({
      shown: [{ file: 'items', row: 2, column: '査定金額' }],
      total: 1,
      rejected: 1,
    });
  });

  test('of more than a thousand mistakes a file shows the first thousand, and all count', async () => {
    const wrong = Array.from({ length: 1_001 }, (_, n) => resultLine(n, { id: 'x' }));
    const items = itemFile(`${numberOf(1)},靴,x,1,再販売,`);
    const { mistakes, rows } = await read(resultFile(...wrong), items);
    expect(mistakes.shown).toHaveLength(1_001);
    expect(mistakes.shown.at(-2)).toMatchObject({ file: 'csv', row: 1_001 });
    expect(mistakes.shown.at(-1)).toMatchObject({ file: 'items', row: 2 });
    expect(mistakes).toMatchObject({ total: 1_002, rejected: 1_002 });
    expect(rows).toEqual([]);
  });

  test('a file that cannot be read has no encoding, and its one mistake', async () => {
    expect(await read(Buffer.from(resultFile(resultLine(1)), 'utf16le'))).toMatchObject({
      encoding: null,
      rowCount: 0,
      rows: [],
      mistakes: { shown: [{ file: 'csv', row: 1, column: '' }], total: 1, rejected: 1 },
    });
  });
});

describe('the hash of a row', () => {
  const hashes = async (csv: string, items?: string) =>
    (await read(csv, items)).rows.map(({ rowHash }) => rowHash);
  const items = (reason: string) => itemFile(`${numberOf(1)},靴,3,1200,再販売,${reason}`);

  // Stored with each row: another hash would no longer recognise last year's files.
  test('stays what is in the databases', async () => {
    const days = { receivedOn: '2026/11/08', appraisedOn: '2026-11-10' };
    const result = 'pUlguUoc0bTHSqVZPL6m8dDbc29mDViUo_c_MG-Zgxc';
    const ofItems = 'GBxjBlyJlPPYhFfEz4gj7DJHJBpnmCWGErC82BP2nfI';
    const file = resultFile(resultLine(1, days));
    expect(await hashes(file)).toEqual([`${result}.`]);
    expect(await hashes(file, items(''))).toEqual([`${result}.${ofItems}`]);
  });

  test('depends on the row’s values, not on its position', async () => {
    const [first] = await hashes(resultFile(resultLine(1)), items(''));
    const behind = resultFile(resultLine(0), resultLine(1));
    const shifted = itemFile(
      `${numberOf(0)},帽子,3,1200,再販売,`,
      `${numberOf(1)},靴,3,1200,再販売,`,
    );
    expect(await hashes(behind, shifted)).toEqual([expect.not.stringMatching(`^${first}$`), first]);
    expect(await hashes(resultFile(resultLine(1, { note: 'x' })), items(''))).not.toEqual([first]);
    expect(await hashes(resultFile(resultLine(1)), items('汚れ'))).not.toEqual([first]);
  });

  test.each([
    ['the same', 'row.items', 'row.items', true],
    ['without its items', 'row.items', 'row.', true],
    ['neither time with items', 'row.', 'row.', true],
    ['with items that were not there', 'row.', 'row.items', false],
    ['with other items', 'row.items', 'row.other', false],
    ['another, without items', 'row.items', 'other.', false],
    ['another that ends as it began', 'row.items', 'row', false],
  ])('a row that comes again %s: from %s to %s', (_what, earlier, now, same) => {
    expect(isSame(earlier, now)).toBe(same);
  });
});

describe('the file of faulty rows', () => {
  const mismatch = (row: number, message: string): CsvError => ({
    row,
    column: '申込番号',
    message,
  });

  test('has the faulty rows alone, in their order, each with all that is wrong', async () => {
    const csv = resultFile(
      resultLine(1, { note: '一' }),
      resultLine(2),
      resultLine(3, { appraised: 'x', donated: 'y' }),
      resultLine(4, { note: '"四,\n行"' }),
    );
    const written = await faultyRows(upload(csv), 'csv', [
      mismatch(5, '五'),
      mismatch(2, '二'),
      mismatch(4, '四'),
    ]);
    expect(written).toBe(
      [
        `\ufeff${resultHeader},エラー内容`,
        `${resultLine(1, { note: '一' })},二`,
        `${resultLine(3, { appraised: 'x', donated: 'y' })},4行目「査定金額」：数字で入力してください（入力値：x）／4行目「寄付金額」：数字で入力してください（入力値：y）／四`,
        `${resultLine(4, { note: '"四,\n行"' })},五`,
        '',
      ].join('\r\n'),
    );
  });

  test('may be corrected and tried again: its column of errors is written anew', async () => {
    const [header, line] = ['エラー内容,申込番号,,査定金額', '2行目の誤り,x,,1'];
    const rest = '受付日,査定完了日,点数,買取点数,寄付金額,寄付先団体ID,結果区分';
    const values = '2026/11/08,2026/11/10,3,2,1,ao,成立';
    const written = await faultyRows(upload(`${header},${rest}\n${line},${values}\n`), 'csv');
    expect(written).toBe(
      [
        `\ufeff申込番号,査定金額,${rest},エラー内容`,
        `x,1,${values},2行目「申込番号」：番号が正しくありません（入力値：x）`,
        '',
      ].join('\r\n'),
    );
  });

  test('cells that a row lacks are empty, as in a spreadsheet', async () => {
    const written = await faultyRows(upload(`${resultHeader}\n${numberOf(1)},2026/11/08\n`), 'csv');
    expect(written.split('\r\n')[1]).toMatch(
      new RegExp(`^${numberOf(1)},2026/11/08,,,,,,,,,,2行目「結果区分」：入力してください／`),
    );
  });

  test('of the item file has its own mistakes', async () => {
    const csv = resultFile(resultLine(1, { appraised: 'x' }));
    const items = itemFile(`${numberOf(1)},靴,1,1200,再販売,`, `${numberOf(1)},靴,x,1,再販売,`);
    expect(await faultyRows(upload(csv, items), 'items')).toBe(
      [
        `\ufeff${itemHeader},エラー内容`,
        `${numberOf(1)},靴,x,1,再販売,,3行目「点数」：数字で入力してください（入力値：x）`,
        '',
      ].join('\r\n'),
    );
    expect(await faultyRows(upload(csv, items), 'csv')).not.toContain('靴');
  });

  test('that was not sent is empty', async () => {
    expect(await faultyRows(upload(resultFile(resultLine(1))), 'items')).toBe('\ufeff');
  });

  test('of a file without faults is its header', async () => {
    expect(await faultyRows(upload(resultFile(resultLine(1))), 'csv')).toBe(
      `\ufeff${resultHeader},エラー内容\r\n`,
    );
  });
});
