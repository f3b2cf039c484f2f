import { inflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { boxCodeOf } from './box-code.ts';
import type { KitBatch, LabelSheet } from './kit-batch.ts';
import { labelFiles } from './kit-batch.ts';
import { kitBatches } from './kit-tables.server.ts';
import { placeOf } from './label-sheets.server.ts';

const house = await testApp();
const { app, db } = house;
let operator: Record<string, string>;

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  operator = await signedIn(house)('operator-1', 'warehouse');
});
beforeEach(async () => {
  await db.delete(applications);
  await db.delete(kitBatches);
});

const path = '/api/office/kits/batches';
async function frozen(count: number, boxes = 1): Promise<KitBatch> {
  await insertApplications(
    db,
    Array.from({ length: count }, (_, n) =>
      application(n + 1, {
        state: 'applied',
        boxes,
        createdAt: new Date(Date.parse('2026-11-18T10:00:00+09:00') + n * 60_000),
      }),
    ),
  );
  const reply = await app.inject({
    method: 'POST',
    url: path,
    payload: { after: '' },
    headers: operator,
  });
  return reply.json();
}
const paper = ({ id }: KitBatch, query: string) =>
  app.inject({ url: `${path}/${id}/paper?${query}`, headers: operator });

const sizesOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))],
  );

/** Drawing operators of each page of the PDF. */
function drawnOn(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index = 0, 0: mark }) => {
    const bytes = pdf.subarray(index + mark.length, text.indexOf('endstream', index));
    try {
      const drawn = inflateSync(bytes).toString('latin1');
      return / re\n/.test(drawn) ? [drawn] : [];
    } catch {
      return [];
    }
  });
}

/** Dark modules on a page, relative to the code that begins at the first of them. */
function codeOn(page: string, count: number): string {
  const squares = [...page.matchAll(/([\d.-]+) ([\d.-]+) ([\d.]+) ([\d.]+) re/g)].map((parts) =>
    parts.slice(1, 5).map(Number),
  );
  const dark = squares.filter(([, , width, height]) => width === height).slice(0, count);
  const unit = dark[0]?.[2] ?? 1;
  const left = Math.min(...dark.map(([x = 0]) => x));
  const top = Math.min(...dark.map(([, y = 0]) => y));
  return dark
    .map(([x = 0, y = 0]) => `${Math.round((x - left) / unit)},${Math.round((y - top) / unit)}`)
    .toSorted()
    .join(' ');
}

function darkOf(code: string): string[] {
  const { data } = encode(code, { ecc: 'Q', border: 0 });
  return data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])))
    .toSorted();
}

describe.each<[LabelSheet, [number, number], number]>([
  ['a4-12', [595, 842], 3],
  ['a4-24', [595, 842], 2],
  ['thermal', [283, 425], 25],
])('labels on %s', (sheet, size, pages) => {
  test('are as many pages of that size as they need', async () => {
    const reply = await paper(await frozen(25), `what=labels&sheet=${sheet}`);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
    });
    expect(sizesOf(reply.rawPayload)).toEqual(Array.from({ length: pages }, () => size));
  });

  test('hold the code of the box, and no address, in their QR code', async () => {
    const pdf = (await paper(await frozen(1), `what=labels&sheet=${sheet}`)).rawPayload;
    const code = darkOf(boxCodeOf(numberOf(1), 1));
    const [page = ''] = drawnOn(pdf);
    expect(codeOn(page, code.length)).toBe(code.join(' '));
    expect(codeOn(page, code.length)).not.toBe(darkOf(boxCodeOf(numberOf(1), 2)).join(' '));
  });
});

test('a sheet that was begun is used up: the first label stands at the first free place', async () => {
  const batch = await frozen(3);
  expect(sizesOf((await paper(batch, 'what=labels&start=10')).rawPayload)).toHaveLength(1);
  expect(sizesOf((await paper(batch, 'what=labels&start=11')).rawPayload)).toHaveLength(2);
  expect((await paper(batch, 'what=labels&start=13')).statusCode).toBe(400);
  expect(placeOf('a4-12', 0, 12)).toMatchObject({ page: 0 });
  expect(placeOf('a4-12', 1, 12)).toEqual({ ...placeOf('a4-12', 0, 1), page: 1 });
  expect(placeOf('a4-24', 0, 4).y).toBeCloseTo(placeOf('a4-24', 0, 1).y + (33.9 * 72) / 25.4);
});

test('every box has a packing slip, four on a page', async () => {
  const reply = await paper(await frozen(2, 3), 'what=packing');
  expect(sizesOf(reply.rawPayload)).toEqual([
    [595, 842],
    [595, 842],
  ]);
});

test('many labels come in several files, each of full sheets but the last', async () => {
  const batch = await frozen(100, 5);
  expect([labelFiles(500, 1), labelFiles(480, 1), labelFiles(480, 2)]).toEqual([2, 1, 2]);
  const pages = async (part: number) =>
    sizesOf((await paper(batch, `what=labels&start=5&part=${part}`)).rawPayload).length;
  expect([await pages(1), await pages(2)]).toEqual([40, 2]);
  expect((await paper(batch, 'what=labels&start=5&part=3')).statusCode).toBe(404);
});

test('who may not send kits gets no label', async () => {
  const batch = await frozen(1);
  const accountant = await signedIn(house)('accountant-1', 'accountant');
  const reply = await app.inject({
    url: `${path}/${batch.id}/paper?what=labels`,
    headers: accountant,
  });
  expect(reply.statusCode).toBe(403);
});
