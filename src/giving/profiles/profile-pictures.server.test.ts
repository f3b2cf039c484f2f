import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { images } from '#kit/images/image-tables.server.ts';
import { hugePng, pictureForm, smallPicture } from '#test/factories/pictures.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app, db, folder } = house;
const profileUrl = '/api/upload/image/users/profile';
const bannerUrl = '/api/upload/image/users/profile-banner';
let hanako: Record<string, string>;
let small: Buffer;

beforeAll(async () => {
  hanako = await signedIn(house)('hanako');
  small = await smallPicture('jpeg', { width: 120, height: 120 });
});

const send = (
  url: string,
  { payload, headers }: { payload: Buffer; headers: Record<string, string> },
) => app.inject({ method: 'POST', url, payload, headers: { ...hanako, ...headers } });
const shown = async () => (await app.inject({ url: '/api/users/profile', headers: hanako })).json();
const idOf = (path: string) => path.replace('/images/', '').replace(/\?.*/, '');
const stored = async () => {
  const names = await readdir(join(folder, 'images')).catch(() => []);
  const rows = await db.select({ id: images.id }).from(images);
  return { files: names.length, rows: rows.map(({ id }) => id).sort() };
};

test('a picture and a banner are shown by the paths that are returned', async () => {
  const picture = await send(profileUrl, pictureForm(small));
  expect(picture.statusCode).toBe(200);
  expect(picture.json()).toEqual({ image: expect.stringMatching(/^\/images\/[\w-]{36}\?e=/) });
  const banner = await send(bannerUrl, pictureForm(small));
  expect(banner.json()).toEqual({ bannerImage: expect.stringMatching(/^\/images\/[\w-]{36}\?e=/) });
  expect(await shown()).toMatchObject({ ...picture.json(), ...banner.json() });
  const face = await app.inject(picture.json().image.replace('?', '/96.webp?'));
  expect(face.headers['content-type']).toBe('image/webp');
});

test('a picture that is replaced is deleted, and nothing else is', async () => {
  const { image, bannerImage } = await shown();
  const next = (await send(profileUrl, pictureForm(small))).json();
  expect(next.image).not.toBe(image);
  expect((await app.inject(image)).statusCode).toBe(404);
  expect(await stored()).toEqual({ files: 18, rows: [next.image, bannerImage].map(idOf).sort() });
});

test('of many pictures sent at once one stays', async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => send(profileUrl, pictureForm(small))),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  const { image, bannerImage } = await shown();
  expect(await stored()).toEqual({ files: 18, rows: [image, bannerImage].map(idOf).sort() });
});

test('a picture makes no edit of the texts stale', async () => {
  const profile = () => app.inject({ url: '/api/users/profile', headers: hanako });
  const { etag } = (await profile()).headers;
  await send(profileUrl, pictureForm(small));
  expect((await profile()).headers.etag).toBe(etag);
});

test('a picture can be taken away', async () => {
  const remove = (url: string) => app.inject({ method: 'DELETE', url, headers: hanako });
  expect((await remove(profileUrl)).json()).toEqual({ image: '' });
  expect((await remove(bannerUrl)).json()).toEqual({ bannerImage: '' });
  expect((await remove(profileUrl)).json()).toEqual({ image: '' });
  expect(await stored()).toEqual({ files: 0, rows: [] });
});

describe('is refused in Japanese and leaves nothing', () => {
  const parts = (count: number) => {
    const one = 'Content-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nx\r\n';
    return {
      payload: Buffer.from(`${`--b\r\n${one}`.repeat(count)}--b--\r\n`),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    };
  };
  const asJson = {
    payload: Buffer.from('{"image":"https://elsewhere.example/a.jpg"}'),
    headers: { 'content-type': 'application/json' },
  };
  const cut = (form: ReturnType<typeof pictureForm>, share: number) => ({
    ...form,
    payload: form.payload.subarray(0, Math.floor(form.payload.length * share)),
  });
  test.each([
    ['an address instead of a picture', async () => asJson, 400],
    ['a form without a picture', async () => pictureForm(Buffer.alloc(0)), 400],
    ['another field', async () => pictureForm(small, { field: 'banner' }), 400],
    ['the field __proto__', async () => pictureForm(small, { field: '__proto__' }), 400],
    ['two pictures', async () => parts(2), 400],
    ['1,000 parts', async () => parts(1_000), 400],
    ['196 megapixels', async () => pictureForm(hugePng()), 400],
    ['a GIF under another name', async () => pictureForm(Buffer.from('GIF89a')), 400],
    ['more than 10 MB', async () => pictureForm(Buffer.alloc(10_500_000, 0xff)), 413],
    ['a form cut at 1 %', async () => cut(pictureForm(small), 0.01), 400],
    ['a form cut in the middle', async () => cut(pictureForm(small), 0.5), 400],
    ['a form cut at 99 %', async () => cut(pictureForm(small), 0.99), 400],
  ])('%s', async (_what, form, status) => {
    const reply = await send(profileUrl, await form());
    expect(reply.statusCode).toBe(status);
    expect(reply.json().message).toMatch(/[ぁ-ん]/);
    expect(await stored()).toEqual({ files: 0, rows: [] });
  });
});

test.each(['../../../etc/passwd', 'a\u0000.jpg', '<script>.svg', 'あ'.repeat(300)])(
  'the name %j means nothing',
  async (name) => {
    const form = pictureForm(small, { name, type: 'text/html' });
    const reply = await send(profileUrl, form);
    expect(reply.statusCode).toBe(200);
    const { headers } = await app.inject(reply.json().image);
    expect(headers['content-type']).toBe('image/jpeg');
  },
);
