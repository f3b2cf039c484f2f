import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { application, insertApplications, resultLine } from '#test/factories/donating.ts';
import { paidOrganisation } from '#test/factories/money/paid-organisation.ts';
import { publishFacts } from '#test/factories/service-facts.ts';
import { testApp } from '#test/test-app.ts';
import type { StatementPaper, YearPaper } from './statement-paper.server.ts';
import { statementPapers } from './statement-tables.server.ts';

// A recorded statement keeps its text: a new name or number of the issuer appears only on later ones.

const house = await testApp();
const { db, clock } = house;
const organisation = await paidOrganisation(house);
const { ask, give, agree, send, arrive, remittanceOf, comeBack } = organisation;
const base = '/api/staff/associates/ao';

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await organisation.begin();
  await agree({ feeBasisPoints: 1_000, handlingYen: 100 });
  await insertApplications(db, [application(1), application(2)]);
});

async function paid(n: number, appraised: number) {
  await give(resultLine(n, { appraised }));
  const run = await send();
  await arrive(run);
  return remittanceOf(run);
}
const print = async (path: string) => {
  const reply = await ask(`${base}/${path}/statement.pdf`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.rawPayload;
};
const given = () => db.select().from(statementPapers).orderBy(statementPapers.id);

test('a statement that was given keeps issuer, number and recipient, whatever changes afterwards', async () => {
  await publishFacts(house, { legalName: '一般社団法人たすき', invoiceNumber: '' });
  const { id } = await paid(1, 12_000);
  await print(`statements/${id}`);
  await publishFacts(house, { legalName: '株式会社あたらしい', invoiceNumber: 'T7000012050002' });
  clock.now = new Date('2026-11-24T10:00:00+09:00');
  const second = await paid(2, 5_000);
  await print(`statements/${id}`);
  await print(`statements/${second.id}`);
  const said = (await given()).map((row) => row.said as StatementPaper);
  expect(said.map(({ edition, invoice }) => [edition, invoice])).toEqual([
    [
      1,
      {
        ...{ issuerName: '一般社団法人たすき', registration: '', recipientName: 'あおぞらの会' },
        ...{ feeYen: 1_200, handlingYen: 100, chargedYen: 1_300, taxYen: 118 },
      },
    ],
    [1, expect.objectContaining({ issuerName: '株式会社あたらしい', taxYen: 54 })],
  ]);
  expect(said[1]?.invoice.registration).toBe('T7000012050002');
});

test('what became of the money is added to a statement that was given, and its words stay', async () => {
  const first = await paid(1, 12_000);
  await print(`statements/${first.id}`);
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  await comeBack(first, '2026-11-25');
  await print(`statements/${first.id}`);
  const [only, ...others] = await given();
  expect(others).toEqual([]);
  expect(only?.said).toMatchObject({ statement: { state: 'confirmed', receivedOn: '2026-11-20' } });
  await expect(db.delete(statementPapers)).rejects.toThrow();
});

test('money that arrived after all on another day has another edition, under the same number', async () => {
  const first = await paid(1, 12_000);
  await print(`statements/${first.id}`);
  const taken = await organisation.byOperator(`remittances/${first.id}/unconfirm`, {
    ...{ reason: '別の団体の着金でした', version: first.version },
  });
  expect(taken.statusCode).toBe(200);
  await print(`statements/${first.id}`);
  expect(await given()).toHaveLength(1);
  clock.now = new Date('2026-11-26T10:00:00+09:00');
  const { run } = (await organisation.byOperator(`remittance-runs/${first.runId}`)).json();
  await arrive({ run } as Parameters<typeof arrive>[0]);
  await print(`statements/${first.id}`);
  const said = (await given()).map((row) => row.said as StatementPaper);
  expect(said.map(({ edition, statement }) => [edition, statement.receivedOn])).toEqual([
    [1, '2026-11-20'],
    [2, '2026-11-26'],
  ]);
});

test('a year says the same until something more arrives', async () => {
  await paid(1, 12_000);
  const year = 'statement-years/2026-04_2027-03';
  await print(year);
  clock.now = new Date('2026-11-24T10:00:00+09:00');
  await print(year);
  expect(await given()).toHaveLength(1);
  await paid(2, 5_000);
  await print(year);
  const said = (await given()).map((row) => row.said as YearPaper);
  expect(
    said.map(({ edition, drawnOn, year: { giftYen } }) => [edition, drawnOn, giftYen]),
  ).toEqual([
    [1, '2026-11-20', 12_000],
    [2, '2026-11-24', 17_000],
  ]);
});

const run = promisify(execFile);
const canReadPdf = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
);
const folder = await mkdtemp(join(tmpdir(), 'tasuki-given-'));
afterAll(() => rm(folder, { recursive: true }));

test.skipIf(!canReadPdf)('printed again a statement reads the same', async () => {
  await publishFacts(house, { legalName: '一般社団法人たすき', invoiceNumber: 'T7000012050002' });
  const { id } = await paid(1, 12_000);
  const read = async () => {
    await writeFile(join(folder, 'one.pdf'), await print(`statements/${id}`));
    return (await run('pdftotext', ['-layout', join(folder, 'one.pdf'), '-'])).stdout;
  };
  const first = await read();
  expect(first).toContain('T7000012050002');
  clock.now = new Date('2027-02-01T10:00:00+09:00');
  await publishFacts(house, { legalName: '株式会社あたらしい', invoiceNumber: '' });
  expect(await read()).toBe(first);
});
