import * as z from 'zod/mini';

export const maxBankFileBytes = 10 * 1024 * 1024;
export const mostBankRows = 50_000;
/** Rows searched for headings: banks write names and periods above them. */
export const mostRowsBeforeBody = 20;
const maxColumns = 100;
const maxMoreDescriptions = 3;

const Column = z
  .int('列を選んでください。')
  .check(z.minimum(0, '列を選んでください。'), z.maximum(maxColumns - 1, '列は100列めまでです。'));

/**
 * Column indexes of a bank's statement, from 0; blank rows are skipped. Chosen once and stored
 * (docs/decisions/0025). Withdrawal and deposit may share a column; then `direction` or, without
 * it, the sign decides (negative is paid out).
 */
export const BankColumns = z
  .strictObject({
    date: Column,
    withdrawal: Column,
    deposit: Column,
    description: Column,
    /** Index of the heading row; null if there is none. */
    headerRow: z.nullable(Column),
    /** Set if month and day have columns of their own; `date` is then the year. */
    monthAndDay: z.optional(z.tuple([Column, Column])),
    direction: z.optional(Column),
    /** Column of the record kind, in files with several kinds (BizSTATION). */
    kind: z.optional(Column),
    /** Appended to `description`, separated by spaces. */
    moreDescriptions: z.optional(z.array(Column).check(z.maxLength(maxMoreDescriptions))),
    balance: z.optional(Column),
    /** Headings when the columns were chosen: a file with others is refused instead of being read wrongly. */
    headings: z.optional(
      z.array(z.string().check(z.maxLength(200))).check(z.maxLength(maxColumns)),
    ),
  })
  .check(
    z.refine(({ date, withdrawal, deposit }) => date !== withdrawal && date !== deposit, {
      path: ['date'],
      error: '日付と金額は、別の列を選んでください。',
    }),
    z.refine(
      ({ direction, withdrawal, deposit }) => direction === undefined || withdrawal === deposit,
      '入出金の区分は、出金と入金が同じ列のときだけ選べます。',
    ),
  );
export type BankColumns = z.infer<typeof BankColumns>;

export const mostRememberedShapes = 10;
/** Shapes of accepted files, newest first; the version changes with each edit. */
export const RememberedColumns = z.strictObject({
  version: z.int().check(z.minimum(0)),
  shapes: z.array(BankColumns).check(z.maxLength(mostRememberedShapes)),
});
export type RememberedColumns = z.infer<typeof RememberedColumns>;

/** Key of a file's shape: its headings. Files without headings share one shape. */
export const shapeOf = ({ headings }: BankColumns): string => JSON.stringify(headings ?? []);

const [opening, closing] = ['([【「', ')]】」'];

/** Removes bracketed text and unclosed brackets. */
function outsideBrackets(text: string): string {
  let outside = '';
  let depth = 0;
  for (const letter of text) {
    if (opening.includes(letter)) depth += 1;
    else if (closing.includes(letter)) depth = Math.max(0, depth - 1);
    else if (depth === 0) outside += letter;
  }
  return outside;
}

/** Heading without the parts that banks write differently: brackets, spaces, hiragana (お引き出し, お引出). */
const stemOf = (heading: string) =>
  outsideBrackets(heading.slice(0, 100).normalize('NFKC')).replace(/[\s\p{Script=Hiragana}]/gu, '');
const withoutSum = (stem: string) => stem.replace(/(金額|額)$/, '');

/** Heading stems; the first one found in a file wins. */
const stems = {
  date: [
    ...['取引日', '取扱日', '取引日付', '取扱日付', '日付', '年月日', '取引年月日', '入出金日'],
    ...['勘定日', '入金日', '振込日', '操作日', '計上日', '処理日', '起算日'],
  ],
  withdrawal: ['出金', '出', '支払', '引出', '引落', '払出', '払戻', '支出'],
  deposit: ['入金', '入', '預', '預入', '受入', '収入'],
  amount: ['金額', '取引金額', '取扱金額', '振込金額', '入出金金額', '入出金額', '入出金'],
  kind: ['レコード区分', 'レコード種別', 'データ区分', 'データ種別'],
  direction: ['入出金区分', '入払区分', '入出区分', '入出金種別', '入出金別', '入出金', '入払'],
  description: [
    ...[
      '摘要',
      '取引内容',
      '取扱内容',
      '入出金先内容',
      '入出金内容',
      '内容',
      '摘要内容',
      '通帳摘要',
    ],
    ...['振込依頼人名', '依頼人名', '振込依頼人', '振込人名', '振込人', '取引先名', '相手先名'],
    ...['取引先', '取引名', '取引種類', '詳細', '詳細1', '詳細2', '取引区分', '備考', 'メモ'],
  ],
  balance: ['残高', '差引残高', '取引後残高', '預残高', '預金残高', '口座残高', '現在高'],
};

/**
 * Guesses the columns from the headings of several banks, within the first 20 rows. Undefined if
 * day, money or description is not found; a person then chooses.
 */
export function findBankColumns(
  firstRows: readonly (readonly string[])[],
): BankColumns | undefined {
  for (const [headerRow, headings] of firstRows.slice(0, mostRowsBeforeBody).entries()) {
    const found = columnsOf(headings.slice(0, maxColumns));
    if (found) return { ...found, headerRow, headings: plainHeadings(headings) };
  }
  return undefined;
}

/** Normal form in which headings are stored and compared. */
export const plainHeadings = (headings: readonly string[]): string[] =>
  headings
    .slice(0, maxColumns)
    .map((heading) => heading.slice(0, 100).normalize('NFKC').trim().slice(0, 200));

function columnsOf(headings: readonly string[]): Omit<BankColumns, 'headerRow'> | undefined {
  const plain = headings.map(stemOf);
  const sums = plain.map(withoutSum);
  const at = (cells: readonly string[], names: readonly string[]) =>
    names.map((name) => cells.indexOf(name)).filter((index) => index >= 0);
  const money = moneyOf(
    at(sums, stems.withdrawal)[0],
    at(sums, stems.deposit)[0],
    at(plain, stems.amount)[0],
    at(plain, stems.direction),
  );
  const day = dayOf(headings) ?? at(plain, stems.date).map((date) => ({ date }))[0];
  const [description, ...others] = at(plain, stems.description);
  if (!money || !day || description === undefined) return undefined;
  const [balance] = at(plain, stems.balance);
  const [kind] = at(plain, stems.kind);
  const moreDescriptions = others.slice(0, maxMoreDescriptions);
  return {
    ...day,
    ...money,
    description,
    ...(moreDescriptions.length > 0 && { moreDescriptions }),
    ...(balance !== undefined && { balance }),
    ...(kind !== undefined && { kind }),
  };
}

/** Two columns, or one for both; a file with deposits only has just the second. */
function moneyOf(
  withdrawal: number | undefined,
  deposit: number | undefined,
  amount: number | undefined,
  directions: readonly number[],
) {
  if (withdrawal !== undefined && deposit !== undefined) return { withdrawal, deposit };
  const sumColumn = amount ?? deposit;
  if (sumColumn === undefined || withdrawal !== undefined) return undefined;
  const direction = directions.find((index) => index !== sumColumn);
  return {
    withdrawal: sumColumn,
    deposit: sumColumn,
    ...(direction !== undefined && { direction }),
  };
}

/** Matches 操作日(年), 操作日(月), 操作日(日), or 年, 月, 日. */
function dayOf(headings: readonly string[]) {
  const plain = headings.map((heading) => heading.slice(0, 100).normalize('NFKC').trim());
  const year = plain.findIndex((heading) => /^年$|日\(年\)$/.test(heading));
  if (year < 0) return undefined;
  const of = (part: string) =>
    plain.indexOf(plain[year]?.replace(/年(?=\)?$)/, () => part) ?? part, year);
  const [month, day] = [of('月'), of('日')];
  if (month < 0 || day < 0) return undefined;
  const monthAndDay: [number, number] = [month, day];
  return { date: year, monthAndDay };
}
