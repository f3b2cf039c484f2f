import * as z from 'zod/mini';

export const maxBankFileBytes = 10 * 1024 * 1024;
export const mostBankRows = 50_000;
/** The headings are looked for in so many rows: banks write names and periods above them. */
export const mostRowsBeforeBody = 20;
const mostColumns = 100;
const mostMoreDescriptions = 3;

const Column = z
  .int('列を選んでください。')
  .check(z.minimum(0, '列を選んでください。'), z.maximum(mostColumns - 1, '列は100列めまでです。'));

/**
 * Where in the rows of a bank's statement what stands, counted from 0; blank rows are no rows. Chosen once and stored
 * (docs/decisions/0047). One column may be withdrawal and deposit: then `direction` says which it is or, without it, the
 * sign (negative is paid out).
 */
export const BankColumns = z
  .strictObject({
    date: Column,
    withdrawal: Column,
    deposit: Column,
    description: Column,
    /** The row of the headings, or null where there is none. */
    headerRow: z.nullable(Column),
    /** Where month and day have columns of their own, and `date` is the year. */
    monthAndDay: z.optional(z.tuple([Column, Column])),
    direction: z.optional(Column),
    /** Of files with records of several kinds: where each says which it is (BizSTATION). */
    kind: z.optional(Column),
    /** Read behind `description`, with a space between. */
    moreDescriptions: z.optional(z.array(Column).check(z.maxLength(mostMoreDescriptions))),
    balance: z.optional(Column),
    /** The headings at the time: a file with others is refused instead of being read in wrong columns. */
    headings: z.optional(
      z.array(z.string().check(z.maxLength(200))).check(z.maxLength(mostColumns)),
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
/** The shapes of files that were taken, the newest first, with the version that moves with each change. */
export const RememberedColumns = z.strictObject({
  version: z.int().check(z.minimum(0)),
  shapes: z.array(BankColumns).check(z.maxLength(mostRememberedShapes)),
});
export type RememberedColumns = z.infer<typeof RememberedColumns>;

/** What tells a file's shape from another's: its headings; those without any are one shape. */
export const shapeOf = ({ headings }: BankColumns): string => JSON.stringify(headings ?? []);

const [opening, closing] = ['([【「', ')]】」'];

/** Without what stands in brackets, and without brackets that are never closed. */
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

/** A heading without what banks write in different ways: brackets, spaces, hiragana (お引き出し, お引出). */
const stemOf = (heading: string) =>
  outsideBrackets(heading.slice(0, 100).normalize('NFKC')).replace(/[\s\p{Script=Hiragana}]/gu, '');
const withoutSum = (stem: string) => stem.replace(/(金額|額)$/, '');

/** Stems, the first that a file has counts. */
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
 * Guesses the columns by the headings of several banks, wherever they stand in the first 20 rows. Undefined where day,
 * money or description are not found: then a person chooses.
 */
export function findBankColumns(
  firstRows: readonly (readonly string[])[],
): BankColumns | undefined {
  for (const [headerRow, headings] of firstRows.slice(0, mostRowsBeforeBody).entries()) {
    const found = columnsOf(headings.slice(0, mostColumns));
    if (found) return { ...found, headerRow, headings: plainHeadings(headings) };
  }
  return undefined;
}

/** Headings as they are stored and held against those of the next file. */
export const plainHeadings = (headings: readonly string[]): string[] =>
  headings
    .slice(0, mostColumns)
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
  const moreDescriptions = others.slice(0, mostMoreDescriptions);
  return {
    ...day,
    ...money,
    description,
    ...(moreDescriptions.length > 0 && { moreDescriptions }),
    ...(balance !== undefined && { balance }),
    ...(kind !== undefined && { kind }),
  };
}

/** Two columns, or one for both; a file of deposits alone has the second only. */
function moneyOf(
  withdrawal: number | undefined,
  deposit: number | undefined,
  amount: number | undefined,
  directions: readonly number[],
) {
  if (withdrawal !== undefined && deposit !== undefined) return { withdrawal, deposit };
  const only = amount ?? deposit;
  if (only === undefined || withdrawal !== undefined) return undefined;
  const direction = directions.find((index) => index !== only);
  return { withdrawal: only, deposit: only, ...(direction !== undefined && { direction }) };
}

/** 操作日(年), 操作日(月), 操作日(日), or 年, 月, 日. */
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
