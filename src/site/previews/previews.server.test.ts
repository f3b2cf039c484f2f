import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { imageFile } from '#kit/files/files.server.ts';
import { boldFontFile } from '#kit/papers/paper.server.ts';
import { arrivalWords } from '#money/ledger/arrival-words.ts';
import type { Terms } from '#money/ledger/fees.ts';
import {
  associateAgreements,
  associateChallenges,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { worlds } from '#test/claims/claims.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { insertImage, insertPledge } from '#test/factories/pledging.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp({ now: new Date('2026-11-20T23:00:00+09:00') });
const { app, db, files, services, clock } = house;

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
  expect(reply.headers['cache-control']).toBe('public, max-age=3600, s-maxage=300');
  expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect((await get('/og/associate/ao.png')).rawPayload.equals(reply.rawPayload)).toBe(true);
  expect((await get('/og/associate/umi.png')).rawPayload.equals(reply.rawPayload)).toBe(false);
});

/** Place of the line on what arrives, and which of its dots are dark. */
const lineBox = { left: 72, top: 518, width: 880, height: 64 };
async function inkOf(picture: Buffer): Promise<boolean[]> {
  const grey = await sharp(picture).extract(lineBox).flatten().greyscale().raw().toBuffer();
  return [...grey].map((shade) => shade < 110);
}

/** Words of the agreements that fit best to the dots on a preview. */
async function lineOn(picture: Buffer): Promise<string | undefined> {
  const dots = await inkOf(picture);
  const fits = worlds.map(async ([, terms]) => {
    const words = arrivalWords(terms);
    const { data, info } = await sharp({
      text: { text: words, font: 'Noto Sans JP Bold 30', fontfile: boldFontFile, dpi: 108 },
    })
      .negate()
      .png()
      .toBuffer({ resolveWithObject: true });
    const alone = sharp({ create: { width: 1200, height: 630, channels: 3, background: '#fff' } });
    const drawn = await alone
      .composite([{ input: data, left: 72, top: 550 - Math.round(info.height / 2) }])
      .png()
      .toBuffer();
    const expected = await inkOf(drawn);
    const both = dots.filter((isDark, index) => isDark && expected[index]).length;
    const either = dots.filter((isDark, index) => isDark || expected[index]).length;
    return { words, fit: both / either };
  });
  return (await Promise.all(fits)).find(({ fit }) => fit > 0.8)?.words;
}

/** Puts an agreement of an organisation in force from a day on. */
async function agree(associateId: string, startsOn: string, terms: Terms): Promise<void> {
  await db.delete(associateAgreements);
  await db.insert(associateAgreements).values({
    ...{ id: `${associateId} ${startsOn}`, associateId, startsOn, ...terms },
    ...{ createdBy: 'op', createdAt: clock.now },
  });
  await services.topics.refresh();
}

const previewOf = async (id: string) => (await get(`/og/associate/${id}.png`)).rawPayload;

test.each(worlds)('under an agreement of %s the preview says what arrives', async (_, terms) => {
  await agree('ao', '2026-11-01', terms);
  expect(await lineOn(await previewOf('ao'))).toBe(arrivalWords(terms));
  expect(await lineOn((await get('/og/my-pledge/without.png')).rawPayload)).toBe(
    arrivalWords(terms),
  );
});

test('a preview with a photograph says it, too, but not one of a pledge or a fund', async () => {
  const [, terms] = worlds[1] ?? [];
  if (!terms) throw new Error('no agreement');
  await agree('umi', '2026-11-01', terms);
  await db.update(associates).set({ coverImageId: 'red' }).where(eq(associates.id, 'umi'));
  await services.topics.refresh();
  expect(await lineOn(await previewOf('umi'))).toBe('寄付額の90%が団体に届きます');
  await db.update(associates).set({ coverImageId: null });
  await services.topics.refresh();
  for (const pledge of ['with-photo', 'to-fund']) {
    expect(await lineOn((await get(`/og/my-pledge/${pledge}.png`)).rawPayload)).toBeUndefined();
  }
});

test('an agreement that begins at midnight in Tokyo is on the preview from then on', async () => {
  await agree('ao', '2026-11-21', { feeBasisPoints: 1_000, handlingYen: 0 });
  const before = await previewOf('ao');
  expect(await lineOn(before)).toBe('寄付額の全額が団体に届きます');
  clock.now = new Date('2026-11-21T00:00:00+09:00');
  expect(await lineOn(await previewOf('ao'))).toBe('寄付額の90%が団体に届きます');
  await db.delete(associateAgreements);
  await services.topics.refresh();
  expect((await previewOf('ao')).equals(before)).toBe(true);
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
