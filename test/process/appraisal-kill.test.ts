import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#kit/db/database.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { sampled } from '#test/form.ts';
import { databaseUrlOf, freePort, removeDataDir, startServer } from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import { emptyItem } from '#warehouse/appraisals/draft-item.ts';
import { dataFolder } from './data-folder.ts';

const operator = {
  OPERATOR_EMAIL: 'operator@example.com',
  OPERATOR_PASSWORD: 'a long password 123',
  SAMPLE_DATA: 'off',
};
const applicationCount = 8;
const itemsEach = 30;
const savesAtOnce = 6;
/** Number of acknowledged items after which the process is killed. */
const killPoints = sampled([1, 40, 110, 190], { every: 2, salt: 'appraisal-kill' });

type Saving = { id: string; appraisalId: string; amountYen: number };

/** Whether the tablet was told that an item is saved; false if no complete response arrives. */
async function save(url: string, token: string, { id, appraisalId, amountYen }: Saving) {
  try {
    const reply = await fetch(`${url}/api/office/appraisals/${appraisalId}/items/${id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'if-match': '"0"',
      },
      body: JSON.stringify({
        boxNumber: 1,
        content: { ...emptyItem, category: 'tops', condition: 'good', amountYen },
        imageIds: [],
      }),
    });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${reply.status}: ${text}`);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

test('items that were acknowledged at the table outlive kill -9 anywhere, and none is there twice', async () => {
  const dataDir = await dataFolder('empty');
  onTestFinished(() => removeDataDir(dataDir));
  // A token is bound to the address it was issued at, so the port stays.
  const environment = { ...operator, PORT: String(await freePort()) };
  let server = await startServer(dataDir, environment);
  onTestFinished(async () => void (await server.stop()));
  const databaseUrl = await databaseUrlOf(dataDir);
  const { db, pool } = connect(databaseUrl, { statementMs: 60_000 });
  onTestFinished(() => pool.end());

  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertApplications(
    db,
    Array.from({ length: applicationCount }, (_, n) => application(n + 1)),
  );
  const token = await signIn(server.url, operator.OPERATOR_EMAIL, operator.OPERATOR_PASSWORD);
  const all: Saving[] = Array.from({ length: applicationCount * itemsEach }, (_, n) => ({
    id: randomUUID(),
    // Items of several boxes in turn, and of one box concurrently.
    appraisalId: numberOf(1 + (Math.floor(n / 2) % applicationCount)),
    amountYen: 100 + n,
  }));
  const waiting = [...all];
  const acknowledged: Saving[] = [];
  const stored = async () => {
    const { rows } = await db.execute<Saving>(`
      select id, appraisal_id as "appraisalId", (content->>'amountYen')::int as "amountYen"
      from appraisal_draft_items`);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const kills = [...killPoints];

  while (waiting.length > 0) {
    const isKilled = acknowledged.length >= (kills[0] ?? Number.POSITIVE_INFINITY);
    const batch = waiting.slice(0, savesAtOnce);
    const saving = Promise.all(batch.map((item) => save(server.url, token, item)));
    if (isKilled) {
      kills.shift();
      // Somewhere within the six saves.
      await wait(3 + 6 * kills.length);
      await server.kill();
    }
    const answers = await saving;
    const done = new Set(batch.filter((_, n) => answers[n]));
    acknowledged.push(...done);
    waiting.splice(0, waiting.length, ...waiting.filter((item) => !done.has(item)));
    if (isKilled) {
      const known = await stored();
      for (const item of acknowledged) expect(known.get(item.id)).toEqual(item);
      server = await startServer(dataDir, environment);
    }
  }
  expect(kills).toEqual([]);
  const known = await stored();
  expect(known.size).toBe(all.length);
  for (const item of all) expect(known.get(item.id)).toEqual(item);
  const { rows } = await db.execute<Record<string, number>>(`
    select (select count(*)::int from appraisal_drafts) as drafts,
      (select sum(version)::int from appraisal_drafts) as counted,
      (select max(version)::int from appraisal_draft_items) as version,
      (select count(*)::int from appraisals) as results,
      (select count(*)::int from outbox_mails where appraisal_id is not null) as mails`);
  // Each item incremented its draft's version once: retries after a lost response wrote nothing.
  expect(rows).toEqual([
    { drafts: applicationCount, counted: all.length, version: 1, results: 0, mails: 0 },
  ]);
}, 240_000);
