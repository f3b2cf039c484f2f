import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#kit/values/timestamp.ts';
import { toBankKana } from '#money/bank-accounts/bank-kana.ts';
import { processorMs } from '#test/timing/processor-time.ts';
import { bankRowKeys } from './bank-answer.ts';
import type { BankRow } from './bank-row.ts';
import { type AnswerProposal, type MatchInput, matchAnswers } from './match-answers.ts';
import type { OpenRun, OpenTransfer } from './open-transfers.ts';

const transfer = (remittanceId: string, changes: Partial<OpenTransfer> = {}): OpenTransfer => ({
  remittanceId,
  amountYen: 5_000,
  holder: 'ﾄｸﾋ)ｱｵｿﾞﾗ',
  sentOn: '2026-11-25',
  runId: 'run',
  ...changes,
});
const run = (runId: string, changes: Partial<OpenRun> = {}): OpenRun => ({
  runId,
  totalYen: 12_000,
  transferOn: '2026-11-25',
  count: 2,
  ...changes,
});
let rowNumber = 1;
const row = (amountYen: number, description: string, changes: Partial<BankRow> = {}): BankRow => {
  rowNumber += 1;
  return {
    row: rowNumber,
    day: '2026-11-25',
    amountYen,
    description,
    descriptionKana: toBankKana(description),
    balanceYen: null,
    ...changes,
  };
};
const keyed = (rows: BankRow[]) => {
  const keys = bankRowKeys(rows);
  return rows.map((one, index) => ({ ...one, key: keys[index] ?? '' }));
};
const match = (rows: BankRow[], input: Partial<MatchInput> = {}) =>
  matchAnswers({ transfers: [], runs: [], ...input, rows: keyed(rows) }).map(
    ({ row: _, ...said }) => said,
  );

const said = {
  transfer: (remittanceId: string) => ({ kind: 'transfer', remittanceId }),
  returned: (remittanceId: string) => ({ kind: 'returned', remittanceId }),
  total: (runId: string) => ({ kind: 'total', runId }),
  unrelated: { kind: 'unrelated' },
  known: { kind: 'known' },
};

describe('a withdrawal', () => {
  test.each([
    '振込　トクヒ）アオゾラ',
    'ﾌﾘｺﾐ ﾄｸﾋ)ｱｵｿﾞﾗ',
    'フリコミ　トクヒ　アオゾラ',
    'ﾄｸﾋｱｵｿﾞﾗ',
    'とくひ）あおぞら',
  ])('that names the holder, as %s, is the transfer', (description) => {
    expect(match([row(-5_000, description)], { transfers: [transfer('a')] })).toEqual([
      said.transfer('a'),
    ]);
  });

  test.each([
    ['another amount', row(-5_001, 'ﾄｸﾋ)ｱｵｿﾞﾗ')],
    ['another holder', row(-5_000, 'ﾄｸﾋ)ﾐﾄﾞﾘ')],
    ['a day before', row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ', { day: '2026-11-24' })],
    ['a mark more, which is another kana', row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗﾞ')],
  ])('with %s is unrelated', (_, odd) => {
    expect(match([odd], { transfers: [transfer('a')] })).toEqual([said.unrelated]);
  });

  test('of a month later is the transfer too', () => {
    const late = row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ', { day: '2026-12-25' });
    expect(match([late], { transfers: [transfer('a')] })).toEqual([said.transfer('a')]);
  });

  test('that fits two transfers is ambiguous and uses none of them', () => {
    const transfers = [transfer('a'), transfer('b')];
    const fitting = { kind: 'ambiguous', of: 'transfer', ids: ['a', 'b'], hasMore: false };
    const rows = [row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ'), row(-5_000, 'ﾌﾘｺﾐ ﾄｸﾋ)ｱｵｿﾞﾗ')];
    expect(match(rows, { transfers })).toEqual([fitting, fitting]);
  });

  test('that fits many names twenty of them', () => {
    const transfers = Array.from({ length: 30 }, (_, index) => transfer(`t${index}`));
    const [proposal] = match([row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ')], { transfers });
    expect(proposal).toMatchObject({ kind: 'ambiguous', hasMore: true });
    expect((proposal as { ids: string[] }).ids).toHaveLength(20);
  });

  test('is given to the run that had begun by its day', () => {
    const transfers = [transfer('dec', { sentOn: '2026-12-25' }), transfer('nov')];
    const rows = [
      row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ', { day: '2026-12-25' }),
      row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ', { day: '2026-11-25' }),
    ];
    expect(match(rows, { transfers })).toEqual([said.transfer('dec'), said.transfer('nov')]);
  });

  test('names the whole name, not one inside it', () => {
    const transfers = [
      transfer('short', { holder: 'ﾀﾅｶ' }),
      transfer('long', { holder: 'ﾀﾅｶ ﾀﾛｳ' }),
    ];
    expect(match([row(-5_000, 'ﾀﾅｶ ﾀﾛｳ'), row(-5_000, 'ﾀﾅｶ')], { transfers })).toEqual([
      said.transfer('long'),
      said.transfer('short'),
    ]);
  });

  test('that names two holders of the same sum is ambiguous', () => {
    const transfers = [transfer('a', { holder: 'ﾀﾅｶ' }), transfer('b', { holder: 'ｻﾄｳ' })];
    expect(match([row(-5_000, 'ﾀﾅｶ ｻﾄｳ')], { transfers })).toMatchObject([{ kind: 'ambiguous' }]);
  });

  test('of a holder without letters is never guessed', () => {
    expect(match([row(-5_000, '()')], { transfers: [transfer('a', { holder: '-.' })] })).toEqual([
      said.unrelated,
    ]);
  });
});

describe('the total of a run', () => {
  const transfers = [transfer('a'), transfer('b', { amountYen: 7_000, holder: 'ﾐﾄﾞﾘ' })];

  test('covers the whole run, and none of its transfers leaves again', () => {
    const rows = [row(-12_000, '総合振込'), row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ'), row(-12_000, '総振')];
    expect(match(rows, { transfers, runs: [run('run')] })).toEqual([
      said.total('run'),
      said.unrelated,
      said.unrelated,
    ]);
  });

  test('is not taken before its day', () => {
    const early = row(-12_000, '総合振込', { day: '2026-11-24' });
    expect(match([early], { transfers, runs: [run('run')] })).toEqual([said.unrelated]);
  });

  test('does not leave when one of its transfers left separately', () => {
    const rows = [row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ'), row(-12_000, '総合振込')];
    expect(match(rows, { transfers, runs: [run('run')] })).toEqual([
      said.transfer('a'),
      said.unrelated,
    ]);
  });

  test('is ambiguous with two runs of the same total', () => {
    expect(match([row(-12_000, '総合振込')], { runs: [run('one'), run('two')] })).toEqual([
      { kind: 'ambiguous', of: 'total', ids: ['one', 'two'], hasMore: false },
    ]);
  });

  test('gives way to a transfer whose holder is named', () => {
    const same = run('other', { totalYen: 5_000 });
    expect(match([row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ')], { transfers, runs: [same] })).toEqual([
      said.transfer('a'),
    ]);
  });
});

describe('a deposit', () => {
  const transfers = [transfer('a'), transfer('b', { amountYen: 7_000, holder: 'ﾐﾄﾞﾘ' })];

  test.each([
    '組戻',
    '組み戻し',
    '振込返却　該当口座なし',
    '資金返却',
    'ｸﾐﾓﾄﾞｼ',
    'クミモドシ',
    'ﾄｸﾋ)ｱｵｿﾞﾗ',
  ])('with %s is the transfer that came back', (description) => {
    expect(match([row(5_000, description)], { transfers })).toEqual([said.returned('a')]);
  });

  test.each([
    ['another amount', row(5_001, '組戻')],
    ['neither word nor name', row(5_000, 'ﾌﾘｺﾐ ﾔﾏﾀﾞ')],
    ['a day before', row(5_000, '組戻', { day: '2026-11-24' })],
  ])('with %s is unrelated', (_, odd) => {
    expect(match([odd], { transfers })).toEqual([said.unrelated]);
  });

  test('comes back after it left in the same file, on the same day, whatever the order', () => {
    const rows = [row(5_000, '組戻'), row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ')];
    expect(match(rows, { transfers })).toEqual([said.returned('a'), said.transfer('a')]);
  });

  test('comes back once, and does not leave after it came back', () => {
    const rows = [
      row(5_000, '組戻'),
      row(5_000, '組戻し'),
      row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ', { day: '2026-11-26' }),
    ];
    expect(match(rows, { transfers })).toEqual([
      said.returned('a'),
      said.unrelated,
      said.unrelated,
    ]);
  });

  test('may be of a transfer that was confirmed earlier, which leaves no more', () => {
    const settled = [transfer('old', { sentOn: '2026-10-25' })];
    const rows = [row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ'), row(5_000, '組戻')];
    expect(match(rows, { settled })).toEqual([said.unrelated, said.returned('old')]);
  });

  test('that fits several is ambiguous; a name decides', () => {
    const two = [transfer('a'), transfer('c', { holder: 'ﾐﾄﾞﾘ' })];
    expect(match([row(5_000, '組戻')], { transfers: two })).toMatchObject([
      { kind: 'ambiguous', of: 'returned', ids: ['a', 'c'] },
    ]);
    expect(match([row(5_000, '組戻 ﾐﾄﾞﾘ')], { transfers: two })).toEqual([said.returned('c')]);
  });
});

describe('a row that is known', () => {
  const transfers = [transfer('a')];

  test('from an earlier file changes nothing', () => {
    const rows = [row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ')];
    expect(match(rows, { transfers, known: new Set(bankRowKeys(rows)) })).toEqual([said.known]);
  });

  test('has the same day, sum and description, spaces and width aside', () => {
    const rows = [row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ'), row(-5_000, 'トクヒ) アオゾラ')];
    expect(match(rows, { transfers })).toEqual([said.transfer('a'), said.known]);
  });

  test('is not one with another balance, and its balance makes it known in the next file', () => {
    const rows = [
      row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ', { balanceYen: 10_000 }),
      row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ', { balanceYen: 5_000 }),
      row(-5_000, 'ﾄｸﾋ)ｱｵｿﾞﾗ', { balanceYen: 5_000 }),
    ];
    expect(match(rows, { transfers })).toEqual([said.transfer('a'), said.unrelated, said.known]);
    const backwards = [...rows].reverse();
    expect(match(backwards, { transfers, known: new Set(bankRowKeys(rows)) })).toEqual([
      said.known,
      said.known,
      said.known,
    ]);
  });
});

const holders = ['ｱ', 'ｱｲ', 'ｱｲｳ', 'ｶﾞ', 'ｶ', 'ﾀﾅｶ ﾀﾛｳ', 'ﾀﾅｶ'];
const days = fc.integer({ min: 0, max: 5 }).map((count) => addDays('2026-11-25', count));
const amounts = fc.constantFrom(1_000, 2_000, 3_000);
const transferSpec = fc.record({
  amountYen: amounts,
  holder: fc.constantFrom(...holders),
  sentOn: days,
  runId: fc.constantFrom('r1', 'r2', 'r3'),
});
const rowSpec = fc.record({
  amountYen: fc.oneof(amounts, amounts, fc.constantFrom(4_000, 5_000)),
  isOut: fc.boolean(),
  description: fc.constantFrom(...holders, '組戻', '総合振込', '組戻 ｱｲ', 'ﾌﾘｺﾐ ﾀﾅｶ ﾀﾛｳ'),
  day: days,
  balanceYen: fc.constantFrom(null, 1, 2, 3),
});

test('no transfer leaves twice or comes back twice, no row is left out, whatever the file says', () => {
  fc.assert(
    fc.property(
      fc.array(transferSpec, { maxLength: 25 }),
      fc.array(rowSpec, { maxLength: 40 }),
      fc.nat(25),
      (transferSpecs, rowSpecs, settledCount) => {
        const all = transferSpecs.map((spec, index) => ({ ...spec, remittanceId: `t${index}` }));
        const [settled, open] = [all.slice(0, settledCount), all.slice(settledCount)];
        const runs = ['r1', 'r2', 'r3'].map((runId) => {
          const own = open.filter((one) => one.runId === runId);
          const totalYen = own.reduce((sum, { amountYen }) => sum + amountYen, 0);
          return run(runId, { totalYen, count: own.length });
        });
        const rows = rowSpecs.map(({ isOut, amountYen, description, ...spec }, index) =>
          row(isOut ? -amountYen : amountYen, description, { ...spec, row: index + 1 }),
        );
        const proposals = matchAnswers({ transfers: open, settled, runs, rows: keyed(rows) });
        expect(proposals.map((proposal) => proposal.row)).toEqual(rows.map((one) => one.row));
        const left = proposals.flatMap((proposal) => leavingOf(proposal, open));
        expect(new Set(left).size).toBe(left.length);
        const back = proposals.flatMap((one) => (one.kind === 'returned' ? one.remittanceId : []));
        expect(new Set(back).size).toBe(back.length);
        expect(left.some((id) => settled.some((one) => one.remittanceId === id))).toBe(false);
        for (const proposal of proposals) holdsTrue(proposal, rows, all);
      },
    ),
    { numRuns: 500 },
  );
});

function leavingOf(proposal: AnswerProposal, open: readonly OpenTransfer[]): string[] {
  if (proposal.kind === 'transfer') return [proposal.remittanceId];
  if (proposal.kind !== 'total') return [];
  const ofRun = open.filter(({ runId }) => runId === proposal.runId);
  return ofRun.map(({ remittanceId }) => remittanceId);
}

/** Checks that sum, sign and day match. */
function holdsTrue(proposal: AnswerProposal, rows: BankRow[], all: OpenTransfer[]) {
  if (proposal.kind !== 'transfer' && proposal.kind !== 'returned') return;
  const of = rows.find((one) => one.row === proposal.row);
  const fitting = all.find((one) => one.remittanceId === proposal.remittanceId);
  const sign = proposal.kind === 'transfer' ? -1 : 1;
  expect(of?.amountYen).toBe(sign * (fitting?.amountYen ?? 0));
  expect((of?.day ?? '') >= (fitting?.sentOn ?? '9')).toBe(true);
}

test.each([
  ['each of its own', (index: number) => ({ amountYen: index + 1, holder: `ｱ${index}` })],
  ['all of one sum', (index: number) => ({ amountYen: 1, holder: `ｱ${index}` })],
  ['all of one sum and holder', () => ({ amountYen: 1, holder: 'ｱｲｳ' })],
])('50,000 rows and 10,000 transfers, %s, take no square of time', (_, of) => {
  const transfers = Array.from({ length: 10_000 }, (_, index) => transfer(`t${index}`, of(index)));
  const rows = keyed(
    Array.from({ length: 50_000 }, (_, index) => {
      const { amountYen, holder } = of(index % 10_000);
      const sign = index % 3 === 0 ? 1 : -1;
      return row(sign * amountYen, `ﾌﾘｺﾐ ${holder}`, { balanceYen: index });
    }),
  );
  const match = () => void matchAnswers({ transfers, runs: [], rows });
  expect(processorMs(match)).toBeLessThan(10_000);
});
