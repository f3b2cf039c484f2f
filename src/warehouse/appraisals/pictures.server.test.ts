import { expect, test } from 'vitest';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { pictureForm, smallPicture } from '#test/factories/pictures.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';
import type { AppraisalDraft } from './appraisal-draft.ts';
import { emptyItem } from './draft-item.ts';

const house = await testApp();
const { app, db, services } = house;
const signIn = signedIn(house);
const operator = await signIn('op', 'operator');
const donor = await signIn('hanako');
await insertAssociate(db, 'ao');
await insertApplications(db, [application(1, { uid: 'hanako' })]);
const path = `/api/office/appraisals/${numberOf(1)}`;
const post = (url: string, payload: object, headers: Record<string, string>) =>
  app.inject({ method: 'POST', url, payload, headers });
const seenAs = async (version: number) => ({ ...operator, 'if-match': `"${version}"` });

/** Takes a step with the current version of the draft. */
async function step(name: string, body: object) {
  const { version } = (await app.inject({ url: path, headers: operator })).json<AppraisalDraft>();
  const reply = await post(`${path}/${name}`, body, await seenAs(version));
  expect(reply.statusCode, reply.body).toBe(200);
}

test('a photo of an item reaches the donor who gave it with the result, and nobody else', async () => {
  const form = await pictureForm(await smallPicture());
  const upload = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/upload/image/appraisals',
      ...form,
      headers: { ...headers, ...form.headers },
    });
  expect((await upload(donor)).statusCode).toBe(403);
  const { imageId, image } = (await upload(operator)).json<{ imageId: string; image: string }>();
  expect((await app.inject({ url: image })).statusCode).toBe(200);
  expect((await app.inject({ url: `/images/${imageId}` })).statusCode).toBe(404);

  const content = {
    ...emptyItem,
    category: 'outerwear',
    condition: 'good',
    amountYen: 1_200,
    destination: 'sold',
  };
  const saved = await post(
    `${path}/items/item-0001`,
    { boxNumber: 1, content, imageIds: [imageId] },
    await seenAs(0),
  );
  expect(saved.statusCode, saved.body).toBe(200);
  await step('finish-box', { boxNumber: 1, isFinished: true });
  await step('ask-review', { note: '', overrideReason: '' });
  await step('confirm', {});
  const itemsOfDonor = async () =>
    (await app.inject({ url: '/api/users/applications', headers: donor })).json<
      ApplicationStatus[]
    >()[0]?.items;
  // Donors do not see a result before its release.
  expect(await itemsOfDonor()).toEqual([]);
  const [batch] = await db.select().from(resultBatches);
  const released = await post(
    `/api/office/results/batches/${batch?.id}/release`,
    { version: batch?.version },
    operator,
  );
  expect(released.statusCode, released.body).toBe(200);
  const [item] = (await itemsOfDonor()) ?? [];
  expect(item).toMatchObject({ quantity: 1, amountYen: 1_200, boxNumber: 1 });
  expect((await app.inject({ url: item?.images?.[0] ?? '' })).statusCode).toBe(200);
  expect((await app.inject({ url: `/images/${imageId}` })).statusCode).toBe(404);
  house.clock.now = new Date(house.clock.now.getTime() + 2 * 24 * 60 * 60 * 1000);
  await services.images.forgetUnused();
  expect(await services.images.read(imageId)).toBeDefined();
});
