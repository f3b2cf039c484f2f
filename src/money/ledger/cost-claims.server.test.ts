import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundTerms } from '#money/funds/fund-tables.server.ts';
import {
  associateAgreements,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { testApp } from '#test/test-app.ts';
import { currentCostClaims } from './cost-claims.server.ts';

// Public pages' statements on the cost of gifts follow the agreements in force today.

const { app, db, services, clock } = await testApp({ now: new Date('2026-11-20T23:00:00+09:00') });
const { ctx, topics } = services;

beforeAll(async () => {
  await topics.start();
  for (const id of ['ao', 'haru', 'umi']) await insertAssociate(db, id);
  await topics.refresh();
});
afterAll(() => topics.stop());

async function agree(
  associateId: string,
  [startsOn, endsOn]: readonly [string, string?],
  [feeBasisPoints, handlingYen]: readonly [number, number],
) {
  await db.insert(associateAgreements).values({
    ...{ id: `${associateId} ${startsOn}`, associateId, startsOn, endsOn: endsOn ?? null },
    ...{ feeBasisPoints, handlingYen, createdBy: 'op', createdAt: clock.now },
  });
  await topics.refresh();
}
const ofAssociates = async () => (await currentCostClaims(ctx)).ofAssociates;
const termsOf = async (id: string) => (await app.inject(`/api/associates/${id}`)).json().terms;
const cardOf = async (id: string) =>
  (await app.inject('/api/associates')).json().find((one: { id: string }) => one.id === id)?.terms;

/** Mail to a guest who applies now. */
async function mailOfApplication(associateId: string): Promise<string> {
  const payload = applyBody({ application: { associateId, needReceipt: false } });
  const reply = await app.inject({
    method: 'POST',
    url: '/api/appraisal/apply',
    headers: { 'idempotency-key': crypto.randomUUID() },
    payload,
  });
  expect(reply.statusCode).toBe(201);
  const number = reply.json().appraisalId;
  const [mail] = await db.select().from(outboxMails).where(eq(outboxMails.appraisalId, number));
  return openedText(mail);
}

test('without agreements nothing costs anything', async () => {
  expect(await ofAssociates()).toContain('掲載中の3団体に費用の負担はなく');
  expect(await currentCostClaims(ctx)).toMatchObject({
    ofFunds: '基金への寄付は、寄付額の全額が基金に届きます。',
    commonest: { feeBasisPoints: 0, handlingYen: 0 },
  });
});

test('an agreement changes the claim, the card and the page at once', async () => {
  await agree('ao', ['2026-11-01'], [1_000, 100]);
  expect(await ofAssociates()).toContain(
    '3団体のうち2団体に、寄付額の全額が届きます。ほかの1団体は',
  );
  for (const read of [termsOf, cardOf]) {
    expect(await read('ao')).toEqual({ feeBasisPoints: 1_000, handlingYen: 100 });
  }
});

test('one that begins or ends at midnight in Tokyo counts from then on', async () => {
  await agree('haru', ['2026-11-21', '2026-11-21'], [800, 0]);
  expect(await ofAssociates()).toContain('3団体のうち2団体');
  clock.now = new Date('2026-11-21T00:00:00+09:00');
  expect(await ofAssociates()).toContain(
    '3団体のうち1団体に、寄付額の全額が届きます。ほかの2団体は',
  );
  expect(await ofAssociates()).toContain('寄付額の8%〜10%と、1箱につき100円まで');
  expect(await cardOf('haru')).toEqual({ feeBasisPoints: 800, handlingYen: 0 });
  expect((await services.flyers.find('haru'))?.asOf).toBe('2026-11-21');
  expect(await mailOfApplication('haru')).toContain('運営の費用として寄付額の8%を団体が負担し');
  clock.now = new Date('2026-11-22T00:00:00+09:00');
  expect(await ofAssociates()).toContain('3団体のうち2団体');
  expect(await cardOf('haru')).toEqual({ feeBasisPoints: 0, handlingYen: 0 });
});

test('who is not listed is not counted', async () => {
  await db.update(associates).set({ isListed: false }).where(eq(associates.id, 'ao'));
  await topics.refresh();
  expect(await ofAssociates()).toContain('掲載中の2団体に費用の負担はなく');
});

test('the questions name what holds for organisations and for funds', async () => {
  const text = async () => JSON.stringify(await services.siteContent.questionsNow());
  expect(await text()).toContain('基金への寄付は、寄付額の全額が基金に届きます。');
  await db.insert(fundTerms).values({
    ...{ id: 'one', startsOn: '2026-11-01', feeBasisPoints: 1_500, handlingYen: 0, reason: '見本' },
    ...{ createdBy: 'op', createdAt: clock.now },
  });
  await topics.refresh();
  expect(await text()).toContain('運営の費用として寄付額の15%を寄付額から差し引き');
  expect(await text()).toContain('掲載中の2団体に費用の負担はなく');
});
