import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { pictureForm, smallPicture } from '#test/factories/pictures.ts';
import { publishContent } from '#test/factories/publishing.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { CampaignContent } from './campaign-content.ts';
import { campaigns } from './campaign-tables.server.ts';
import { findCampaign } from './campaigns.server.ts';

const house = await testApp({ now: new Date('2026-12-10T10:00:00+09:00') });
const { app, db, services, clock } = house;
let operator: Record<string, string>;

beforeAll(async () => {
  operator = await signedIn(house)('op', 'operator');
  await insertAssociate(db, 'ao');
});
beforeEach(async () => {
  await db.delete(contentVersions);
  await db.delete(campaigns);
});

const path = '/api/office/campaigns/2026:winter';
const content: Omit<CampaignContent, 'imageId' | 'imageAlt'> = {
  title: '冬じたく',
  lead: '一着を、あたたかさに。',
  body: '本文',
  startsOn: '2026-12-01',
  endsOn: '2026-12-31',
  associateIds: ['ao'],
  result: '',
  isShown: true,
};
const publish = (change: Partial<CampaignContent> = {}) =>
  publishContent(house, { path, content: { ...content, ...change }, headers: operator });
const save = (change: Partial<CampaignContent>) =>
  app.inject({
    method: 'POST',
    url: `${path}/draft`,
    headers: operator,
    payload: { content: { ...content, ...change } },
  });
const restore = (number: number) =>
  app.inject({
    method: 'POST',
    url: `${path}/restore`,
    headers: operator,
    payload: { number },
  });

async function send(): Promise<{ imageId: string; image: string }> {
  const picture = { width: 64, height: 30, background: '#f00' };
  const form = pictureForm(await smallPicture('png', picture));
  const reply = await app.inject({
    method: 'POST',
    url: '/api/upload/image/campaigns?kind=campaign-cover',
    payload: form.payload,
    headers: { ...operator, ...form.headers },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}
const statusOf = async (url: string) => (await app.inject(url)).statusCode;
const shownImage = async () => {
  await services.topics.refresh();
  return (await findCampaign(services.ctx, 2026, 'winter'))?.campaign.image;
};

test('a picture is seen by its link until it is published, then by all, and no more when the page is taken away', async () => {
  const { imageId, image } = await send();
  expect([await statusOf(`/images/${imageId}`), await statusOf(image)]).toEqual([404, 200]);
  const picture = { imageId, imageAlt: '毛糸の帽子' };
  expect((await save(picture)).statusCode).toBe(200);
  expect(await statusOf(`/images/${imageId}`)).toBe(404);
  expect((await publish(picture)).statusCode).toBe(200);
  expect(await statusOf(`/images/${imageId}/480.webp`)).toBe(200);
  expect(await shownImage()).toEqual({
    image: `/images/${imageId}`,
    width: 1600,
    height: 750,
    widths: [480, 960, 1600],
    alt: '毛糸の帽子',
  });
  const [listed] = (await app.inject({ url: '/api/office/campaigns', headers: operator })).json();
  expect(listed).toMatchObject({ key: '2026:winter' });
  expect(await statusOf(listed.image)).toBe(200);
  await publish({ ...picture, isShown: false });
  expect(await statusOf(`/images/${imageId}`)).toBe(404);
});

test('an earlier version comes back with its picture, which no clean-up took away; one that nothing names goes', async () => {
  const first = await send();
  await publish({ imageId: first.imageId, imageAlt: '帽子' });
  const unused = await send();
  const discarded = await send();
  await save({ imageId: discarded.imageId, imageAlt: '手袋' });
  await publish();
  expect(await shownImage()).toBeNull();
  clock.now = new Date(clock.now.getTime() + 3 * 24 * 60 * 60 * 1000);
  await services.images.forgetUnused();
  operator = await headersOfSession(house, 'op');
  const linked = async (id: string) =>
    (await app.inject({ url: `/api/upload/image/campaigns/${id}`, headers: operator })).statusCode;
  expect([await linked(first.imageId), await linked(unused.imageId)]).toEqual([200, 404]);
  expect((await restore(1)).json().draft.content).toMatchObject({
    imageId: first.imageId,
    imageAlt: '帽子',
  });
  const published = await app.inject({
    method: 'POST',
    url: `${path}/publish`,
    headers: operator,
    payload: { note: '', holdsFrom: '' },
  });
  expect(published.statusCode).toBe(200);
  expect(await shownImage()).toMatchObject({ image: `/images/${first.imageId}`, alt: '帽子' });
});

test('versions from before pictures are read, published and restored as ones without', async () => {
  await publish();
  await db.update(contentVersions).set({ content });
  const { current } = (await app.inject({ url: path, headers: operator })).json();
  expect(current.content).toMatchObject({ title: '冬じたく', imageId: '', imageAlt: '' });
  expect((await restore(1)).json().draft.content).toEqual(content);
  const published = await app.inject({
    method: 'POST',
    url: `${path}/publish`,
    headers: operator,
    payload: { note: '', holdsFrom: '' },
  });
  expect(published.statusCode).toBe(200);
  expect(await shownImage()).toBeNull();
});

test('a picture is told in words, and is one that was sent for a campaign', async () => {
  const { imageId } = await send();
  const wordless = await save({ imageId, imageAlt: ' ' });
  expect(wordless.json().errors).toMatchObject([{ path: 'content.imageAlt' }]);
  const form = pictureForm(await smallPicture('png', { width: 64, height: 30 }));
  const ofAssociate = await app.inject({
    method: 'POST',
    url: '/api/upload/image/associates/ao?kind=associate-cover',
    payload: form.payload,
    headers: { ...operator, ...form.headers },
  });
  for (const foreign of [ofAssociate.json().imageId, 'unknown']) {
    const refused = await save({ imageId: foreign, imageAlt: '帽子' });
    expect(refused.json().errors).toMatchObject([{ path: 'imageId' }]);
    const link = { url: `/api/upload/image/campaigns/${foreign}`, headers: operator };
    expect((await app.inject(link)).statusCode).toBe(404);
  }
});

test('link previews show the picture, and a drawn one where there is none', async () => {
  const middle = async () => {
    const reply = await app.inject('/og/campaign/2026/winter.png');
    expect(reply.headers['content-type']).toBe('image/png');
    const { data, info } = await sharp(reply.rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    const at = (300 * info.width + 300) * 3;
    return [...data.subarray(at, at + 3)];
  };
  expect(await statusOf('/og/campaign/2026/winter.png')).toBe(404);
  await publish();
  await services.topics.refresh();
  const drawn = await middle();
  const { imageId } = await send();
  await publish({ imageId, imageAlt: '赤い布' });
  await services.topics.refresh();
  const [r = 0, g = 255] = await middle();
  expect([r > 200, g < 50]).toEqual([true, true]);
  expect(drawn).not.toEqual([r, g, 0]);
  expect(await statusOf('/og/campaign/26/winter.png')).not.toBe(200);
  await db.update(campaigns).set({ isShown: false }).where(eq(campaigns.token, 'winter'));
  await services.topics.refresh();
  expect(await statusOf('/og/campaign/2026/winter.png')).toBe(404);
});
