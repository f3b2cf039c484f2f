import { expect, test } from 'vitest';
import { unreachableMessage } from '#kit/forms/submission.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import { useImport } from './use-import.ts';

const base = 'POST /api/office/associates/import';
const cells = (row: number, id = `a${row}`) => ({ row, cells: { 団体ID: id } });
const rowsUpTo = (count: number) => Array.from({ length: count }, (_, index) => cells(index + 2));
const mistake = (row: number, message = 'ご確認ください') => ({ row, column: '種別', message });
const outcome = (row: number, of = 'draft') => ({ row, outcome: of });
const csv = new File(['csv'], 'dantai.csv');
type Sent = { rows: { row: number }[] };

async function importing(rows = rowsUpTo(2)) {
  const server = apiServer();
  const hook = openHook(useImport);
  await hook.do(({ read }) => void read(csv));
  await server.answer({ encoding: 'UTF-8', rows, errors: [] });
  return { server, hook };
}
const outcomesOf = ({ stage }: ReturnType<typeof useImport>) => [...(stage?.outcomes ?? [])];

test('a file is read and then validated in batches, with progress', async () => {
  const server = apiServer();
  const hook = openHook(useImport);
  await hook.do(({ read }) => void read(csv));
  expect(server.sent).toEqual([{ to: `${base}/read`, body: { csv: 'dantai.csv 3' } }]);
  expect(hook.now.progress).toEqual({ label: 'ファイルを読み取っています' });
  const rows = rowsUpTo(501);
  await server.answer({ encoding: 'Shift_JIS', rows, errors: [] });
  expect((server.sent[1]?.body as Sent | undefined)?.rows).toHaveLength(500);
  expect(hook.now.progress).toEqual({ label: '行を確かめています', value: 0, max: 501 });
  await server.answer({ errors: [mistake(3)], outcomes: [outcome(2)] });
  expect(server.sent[2]).toEqual({ to: `${base}/check`, body: { rows: [cells(502)] } });
  expect(hook.now.progress).toMatchObject({ value: 500 });
  await server.answer({ errors: [], outcomes: [outcome(502, 'same')] });
  expect(hook.now).toMatchObject({
    progress: undefined,
    message: undefined,
    stage: {
      ...{ fileName: 'dantai.csv', encoding: 'Shift_JIS', rows, fileErrors: [] },
      ...{ errors: [mistake(3)], isDone: false },
    },
  });
  expect(outcomesOf(hook.now)).toEqual([
    [2, 'draft'],
    [502, 'same'],
  ]);
});

test('an unreadable file is not validated', async () => {
  const server = apiServer();
  const hook = openHook(useImport);
  await hook.do(({ read }) => void read(csv));
  await server.answer({ encoding: null, rows: rowsUpTo(1), errors: [mistake(1)] });
  expect(server.waiting).toEqual([]);
  expect(hook.now.stage).toMatchObject({ fileErrors: [mistake(1)], errors: [] });
});

test('duplicate ids are errors, in the order of the rows', async () => {
  const { server, hook } = await importing([cells(2, 'x'), cells(3, 'x'), cells(4)]);
  await server.answer({ errors: [mistake(4)], outcomes: [] });
  expect(hook.now.stage?.errors.map(({ row, column }) => [row, column])).toEqual([
    [3, '団体ID'],
    [4, '種別'],
  ]);
});

test('only corrected rows are validated again; the other errors stay', async () => {
  const { server, hook } = await importing([cells(2, 'x'), cells(3, 'x'), cells(4)]);
  await server.answer({
    errors: [mistake(3), mistake(4)],
    outcomes: [outcome(2), outcome(3)],
  });
  await hook.do(({ mend }) => void mend([cells(3, 'y')]));
  expect(server.sent.at(-1)).toEqual({ to: `${base}/check`, body: { rows: [cells(3, 'y')] } });
  await server.answer({ errors: [mistake(3, 'まだ違います')], outcomes: [] });
  const { stage } = hook.now;
  expect(stage?.rows).toEqual([cells(2, 'x'), cells(3, 'y'), cells(4)]);
  expect(stage?.errors).toEqual([mistake(3, 'まだ違います'), mistake(4)]);
  expect(outcomesOf(hook.now)).toEqual([[2, 'draft']]);
});

test('nothing is imported while a row is invalid, then all rows are', async () => {
  const { server, hook } = await importing();
  await server.answer({ errors: [mistake(3)], outcomes: [outcome(2)] });
  await hook.do(({ write }) => void write());
  expect(server.waiting).toEqual([]);
  await hook.do(({ mend }) => void mend([cells(3)]));
  await server.answer({ errors: [], outcomes: [outcome(3)] });
  await hook.do(({ write }) => void write());
  expect(server.sent.at(-1)).toEqual({ to: base, body: { rows: rowsUpTo(2) } });
  expect(hook.now.stage?.isDone).toBe(false);
  await server.answer({ errors: [], outcomes: [outcome(2, 'change'), outcome(3, 'publish')] });
  expect(hook.now.stage?.isDone).toBe(true);
  expect(outcomesOf(hook.now)).toEqual([
    [2, 'change'],
    [3, 'publish'],
  ]);
});

test('only one operation runs at a time', async () => {
  const { server, hook } = await importing();
  await hook.do(({ read }) => void read(csv));
  await hook.do(({ write }) => void write());
  expect(server.waiting).toEqual([`${base}/check`]);
});

test('a failure is shown until the next attempt, and keeps the previous state', async () => {
  const { server, hook } = await importing();
  await server.answer({ errors: [], outcomes: [] });
  await hook.do(({ write }) => void write());
  await server.lose();
  expect(hook.now).toMatchObject({ message: unreachableMessage, progress: undefined });
  expect(hook.now.stage?.isDone).toBe(false);
  await hook.do(({ write }) => void write());
  expect(hook.now.message).toBeUndefined();
  await server.refuse('Forbidden', 'できません。', { template: 'second-factor-needed' });
  expect(hook.now.message).toBe('できません。');
  await hook.do(({ read }) => void read(csv));
  expect(hook.now.stage).toBeUndefined();
});
