import { beforeAll, expect, test } from 'vitest';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { insertPaper } from '#test/factories/receipts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import type { FoundNumber } from './found.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db } = house;
const signIn = signedIn(house);
const people: Record<string, Awaited<ReturnType<typeof signIn>>> = {};

beforeAll(async () => {
  for (const role of ['owner', 'warehouse', 'accountant'] as const) {
    people[role] = await signIn(`${role}-1`, role);
  }
  await insertAssociate(db, 'ao');
  await insertApplications(db, [application(1, { state: 'kit-sent', uid: null })]);
});

async function found(keyword: string, role = 'owner') {
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/office/search', payload: { keyword } },
    headers: people[role],
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<FoundNumber[]>();
}

test('a tracking number leads to its application, with or without hyphens and in wide digits', async () => {
  await db.insert(boxes).values({
    ...{ appraisalId: numberOf(1), number: 1, trackingNumber: '123456789012' },
  });
  const hit = {
    label: `送り状番号 123456789012（${numberOf(1)}）`,
    path: `/admin/applications/${numberOf(1)}`,
  };
  for (const typed of ['123456789012', '1234-5678-9012', '１２３４ ５６７８ ９０１２']) {
    expect(await found(typed), typed).toEqual([hit]);
    expect(await found(typed, 'accountant'), typed).toEqual([]);
  }
  expect(await found('123456789013')).toEqual([]);
});

test('a receipt leads to its donor, or to the application of a guest; not for who may not see donors', async () => {
  await insertPaper(db, {
    number: '2026-000001',
    uid: 'owner-1',
  });
  expect(await found('2026-000001')).toEqual([
    { label: '受領証明書 2026-000001', path: '/admin/donors/owner-1' },
  ]);
  expect(await found('2026ー000001')).toHaveLength(1);
  expect(await found('2026-000001', 'warehouse')).toEqual([]);
});

test('anything else finds nothing, and is no error', async () => {
  for (const typed of ['', ' ', '%', "' or 1=1 --", '2026-', '髙橋']) {
    expect(await found(typed), typed).toEqual([]);
  }
});
