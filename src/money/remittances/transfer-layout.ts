/**
 * The records of 総合振込 (全銀協制定フォーマット), 120 letters each (docs/decisions/0024). N: digits, filled up
 * with zeros in front; C: letters, filled up with spaces behind. `at` counts from 0.
 */
export type Field = { at: number; length: number; kind: 'N' | 'C' | 'code' };

const n = (at: number, length: number): Field => ({ at, length, kind: 'N' });
/** Digits as N, or nothing; a text as C where the record's mark of EDI says so. */
const code = (at: number, length: number): Field => ({ at, length, kind: 'code' });
const c = (at: number, length: number): Field => ({ at, length, kind: 'C' });

export const recordLength = 120;

/**
 * How a field of a data record is filled. `digits`: right-aligned, zeros in front, never empty. `letters`: left-aligned, spaces
 * behind. `code-or-blank` and `code-or-zeros`: digits right-aligned with zeros in front, and where there is no code ten spaces
 * or ten zeros.
 */
export type Filling = 'digits' | 'letters' | 'code-or-blank' | 'code-or-zeros';

export const transferLayouts = {
  header: {
    record: n(0, 1),
    type: n(1, 2),
    letters: n(3, 1),
    consignorCode: n(4, 10),
    consignorName: c(14, 40),
    monthDay: n(54, 4),
    bankCode: n(58, 4),
    bankName: c(62, 15),
    branchCode: n(77, 3),
    branchName: c(80, 15),
    kind: n(95, 1),
    number: n(96, 7),
    blank: c(103, 17),
  },
  data: {
    record: n(0, 1),
    bankCode: n(1, 4),
    bankName: c(5, 15),
    branchCode: n(20, 3),
    branchName: c(23, 15),
    clearingHouse: n(38, 4),
    kind: n(42, 1),
    number: n(43, 7),
    holder: c(50, 30),
    amount: n(80, 10),
    newness: n(90, 1),
    customerCode1: code(91, 10),
    customerCode2: code(101, 10),
    transferKind: n(111, 1),
    ediMark: c(112, 1),
    blank: c(113, 7),
  },
  trailer: { record: n(0, 1), count: n(1, 6), total: n(7, 12), blank: c(19, 101) },
  end: { record: n(0, 1), blank: c(1, 119) },
} as const satisfies Record<string, Record<string, Field>>;

/** Data of which the record begins with this digit. */
export const recordKinds = { header: '1', data: '2', trailer: '8', end: '9' } as const;

export type RecordKind = keyof typeof transferLayouts;
export type RecordValues<Kind extends RecordKind> = Record<
  Exclude<keyof (typeof transferLayouts)[Kind], 'record' | 'blank'>,
  string
>;

const fillings: Record<Field['kind'], Filling> = {
  N: 'digits',
  C: 'letters',
  code: 'code-or-blank',
};

/**
 * One record, its fields filled as their kinds are unless `rules` say it. Throws RangeError for a value that its field has no
 * room for: nothing is ever cut.
 */
export function writeRecord<Kind extends RecordKind>(
  kind: Kind,
  values: RecordValues<Kind>,
  rules: Readonly<Record<string, Filling>> = {},
): string {
  const all: Record<string, string> = { ...values, record: recordKinds[kind], blank: '' };
  return Object.entries<Field>(transferLayouts[kind])
    .map(([name, field]) =>
      fill(all[name] ?? '', {
        name,
        length: field.length,
        by: rules[name] ?? fillings[field.kind],
      }),
    )
    .join('');
}

function fill(
  value: string,
  { name, length, by }: { name: string; length: number; by: Filling },
): string {
  if (value.length > length) throw new RangeError(`No room for ${name}.`);
  if (by === 'letters') return value.padEnd(length, ' ');
  if (value === '' && by === 'code-or-blank') return ' '.repeat(length);
  if (value === '' && by === 'code-or-zeros') return '0'.repeat(length);
  if (!/^\d+$/.test(value)) throw new RangeError(`Not digits: ${name}.`);
  return value.padStart(length, '0');
}

/** The values of one record as they stand in it, letters without the spaces behind them. */
export function readRecord<Kind extends RecordKind>(
  kind: Kind,
  record: string,
): RecordValues<Kind> & { blank: string } {
  const read = Object.entries<Field>(transferLayouts[kind]).map(([name, { at, length, kind }]) => {
    const text = record.slice(at, at + length);
    return [name, kind === 'N' ? text : text.trimEnd()];
  });
  return Object.fromEntries(read);
}

const shapes: Record<Field['kind'], RegExp> = { N: /^\d+$/, C: /^/, code: /^(?:\d+| +)$/ };

/** The fields of digits of a record that have another letter in them; of two codes that are one text, none. */
export function wrongDigits(kind: RecordKind, record: string): string[] {
  const isEdi = kind === 'data' && readRecord('data', record).ediMark === 'Y';
  return Object.entries<Field>(transferLayouts[kind]).flatMap(([name, { at, length, kind }]) =>
    shapes[isEdi && kind === 'code' ? 'C' : kind].test(record.slice(at, at + length)) ? [] : [name],
  );
}
