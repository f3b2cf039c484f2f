import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { imageFile } from '#kit/files/files.server.ts';
import {
  associateChallenges,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { insertImage, insertPledge } from '#test/factories/pledging.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app, db, files, services } = house;

beforeAll(async () => {
  await signedIn(house)('hanako');
  await insertAssociate(db, 'ao');
  await insertAssociate(db, 'umi');
  await db
    .insert(associateChallenges)
    .values({ associateId: 'ao', socialChallengeId: 'animal', position: 0 });
  const uid = 'hanako';
  await insertApplications(db, [
    application(1, { uid }),
    application(2, { uid }),
    application(3, { uid, kind: 'fund' }),
    application(4, { uid }),
  ]);
  await insertImage(db, 'red');
  const red = { create: { width: 960, height: 720, channels: 3 as const, background: '#f00' } };
  await files.write(imageFile('red', 960), await sharp(red).webp().toBuffer());
  await insertPledge(db, { id: 'with-photo', appraisalId: numberOf(1), uid }, ['red']);
  await insertPledge(db, { id: 'without', appraisalId: numberOf(2), uid });
  await insertPledge(db, { id: 'to-fund', appraisalId: numberOf(3), uid });
  await insertPledge(db, { id: 'hidden', appraisalId: numberOf(4), uid, state: 'hidden' });
});

const get = (url: string) => app.inject(url);

/** Colour in the middle of a picture. */
async function middleOf(picture: Buffer) {
  const { data } = await sharp(picture)
    .extract({ left: 300, top: 300, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

test('an organisation with a picture of its own shows that one, in lists and previews', async () => {
  const shown = async () => {
    const list = (await get('/api/associates')).json<{ id: string; coverImage: unknown }[]>();
    return list.find(({ id }) => id === 'umi')?.coverImage;
  };
  expect(await shown()).toBeNull();
  await db.update(associates).set({ coverImageId: 'red' }).where(eq(associates.id, 'umi'));
  await services.topics.refresh();
  expect(await shown()).toMatchObject({ image: '/images/red', widths: [480, 960] });
  const [r = 0, g = 255] = await middleOf((await get('/og/associate/umi.png')).rawPayload);
  expect([r > 200, g < 50]).toEqual([true, true]);
  await db.update(associates).set({ coverImageId: null });
  await services.topics.refresh();
});

test('an organisation has a picture of the size that previews want, the same each time', async () => {
  const reply = await get('/og/associate/ao.png');
  expect(reply.headers['content-type']).toBe('image/png');
  expect(reply.headers['cache-control']).toBe('public, max-age=86400');
  expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect((await get('/og/associate/ao.png')).rawPayload.equals(reply.rawPayload)).toBe(true);
  expect((await get('/og/associate/umi.png')).rawPayload.equals(reply.rawPayload)).toBe(false);
});

test('a pledge shows its first picture, else the picture of what it was given to', async () => {
  const [red = 0, green = 255, blue = 255] = await middleOf(
    (await get('/og/my-pledge/with-photo.png')).rawPayload,
  );
  expect([red > 230, green < 25, blue < 25]).toEqual([true, true, true]);
  const ofAssociate = (await get('/og/associate/ao.png')).rawPayload;
  expect((await get('/og/my-pledge/without.png')).rawPayload.equals(ofAssociate)).toBe(true);
  expect((await get('/og/my-pledge/to-fund.png')).statusCode).toBe(200);
});

test('previews and codes are kept as files, and go with the picture on them', async () => {
  const kept = async () => (await readdir(join(house.folder, 'drawings'))).sort();
  await get('/og/my-pledge/with-photo.png');
  await get('/qr/associate/ao.png');
  const files = await kept();
  for (let n = 0; n < 3; n++) {
    await get('/og/my-pledge/with-photo.png');
    await get('/qr/associate/ao.png');
  }
  expect(await kept()).toEqual(files);
  expect(files.some((name) => name.startsWith('red.'))).toBe(true);
  await house.dependencies.drawings.dropOf('red');
  expect(await kept()).toEqual(files.filter((name) => !name.startsWith('red.')));
});

test.each([
  '/og/associate/none.png',
  '/og/associate/ao.jpg',
  '/og/associate/ao',
  '/og/my-pledge/hidden.png',
  '/og/my-pledge/none.png',
])('%s is not found', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});
