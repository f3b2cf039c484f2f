import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#kit/db/database.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { sampled } from '#test/form.ts';
import { databaseUrlOf, freePort, removeDataDir, startServer } from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import type { Scan } from '#warehouse/intake/scan.ts';
import { boxCodeOf } from '#warehouse/kits/box-code.ts';
import { dataFolder } from './data-folder.ts';

const operator = {
  OPERATOR_EMAIL: 'operator@example.com',
  OPERATOR_PASSWORD: 'a long password 123',
  SAMPLE_DATA: 'off',
};
const applicationCount = 120;
const boxesEach = 2;
const scansAtOnce = 10;
/** Number of answered scans after which the process is killed. */
const killPoints = sampled([1, 30, 90, 150], { every: 2, salt: 'intake-kill' });

/** Response to a device's scans; empty if no complete response arrives. */
async function send(url: string, token: string, scans: readonly object[]): Promise<Scan[]> {
  try {
    const reply = await fetch(`${url}/api/office/intake/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scans }),
    });
    if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as Scan[];
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

test('what was answered to a scanner outlives kill -9 anywhere, and no donor is told twice', async () => {
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
    Array.from({ length: applicationCount }, (_, n) =>
      application(n + 1, { state: 'kit-sent', boxes: boxesEach }),
    ),
  );
  const token = await signIn(server.url, operator.OPERATOR_EMAIL, operator.OPERATOR_PASSWORD);
  const waiting = Array.from({ length: applicationCount * boxesEach }, (_, n) => ({
    id: randomUUID(),
    code: boxCodeOf(numberOf(1 + Math.floor(n / boxesEach)), 1 + (n % boxesEach)),
    scannedAt: toTimestamp(new Date()),
  }));
  const all = waiting.length;
  const answered: Scan[] = [];
  const kills = [...killPoints];

  while (waiting.length > 0) {
    const isKilled = answered.length >= (kills[0] ?? Number.POSITIVE_INFINITY);
    const sending = send(server.url, token, waiting.slice(0, scansAtOnce));
    if (isKilled) {
      kills.shift();
      // Somewhere within the ten scans.
      await wait(5 + 10 * kills.length);
      await server.kill();
    }
    const answers = await sending;
    answered.push(...answers);
    const ids = new Set(answers.map(({ id }) => id));
    waiting.splice(0, waiting.length, ...waiting.filter(({ id }) => !ids.has(id)));
    if (isKilled) {
      const stored = await db.execute<{ id: string }>('select id from scans');
      const known = new Set(stored.rows.map(({ id }) => id));
      expect(answered.filter(({ id }) => !known.has(id))).toEqual([]);
      server = await startServer(dataDir, environment);
    }
  }
  expect(kills).toEqual([]);
  expect(answered.map(({ outcome }) => outcome)).toEqual(Array(all).fill('received'));
  const { rows } = await db.execute<Record<string, number>>(`
    select (select count(*)::int from scans where outcome = 'received') as received,
      (select count(*)::int from scans) as scans,
      (select count(*)::int from boxes where received_at is not null) as boxes,
      (select count(*)::int from applications where state = 'goods-received') as here,
      (select count(*)::int from application_events where to_state = 'goods-received') as steps,
      (select count(*)::int from outbox_mails where kind = 'goods-received') as mails,
      (select count(distinct recipient)::int from outbox_mails where kind = 'goods-received') as told`);
  expect(rows).toEqual([
    {
      received: all,
      scans: all,
      boxes: all,
      here: applicationCount,
      steps: applicationCount,
      mails: applicationCount,
      told: applicationCount,
    },
  ]);
}, 240_000);
