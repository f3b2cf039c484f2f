import { beforeAll, expect, test } from 'vitest';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db } = house;
const signIn = signedIn(house);
let operator: Awaited<ReturnType<typeof signIn>>;

const get = async (url: string) => (await app.inject({ url, headers: operator })).json();

beforeAll(async () => {
  operator = await signIn('operator-1', 'operator');
  await insertAssociate(db, 'ao');
  const applied = (n: number, changes = {}) => application(n, { state: 'applied', ...changes });
  for (const row of [
    applied(1, { boxes: 2 }),
    applied(2, { deliveryDate: '2026-11-23' }),
    applied(3, { deliveryDate: '2026-11-24' }),
    application(4, { state: 'kit-sent' }),
  ]) {
    await insertApplications(db, [row]);
  }
});

test('today counts the kits that leave, and their boxes', async () => {
  expect(await get('/api/office/today')).toMatchObject({ kits: 2, boxes: 3 });
});

test('the list of kits that leave today is the one that is counted', async () => {
  const listed: { appraisalId: string }[] = await get('/api/office/applications?due=kit');
  expect(listed.map(({ appraisalId }) => appraisalId).sort()).toEqual(
    [numberOf(1), numberOf(2)].sort(),
  );
});
