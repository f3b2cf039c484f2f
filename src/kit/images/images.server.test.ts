import { beforeAll, expect, test } from 'vitest';
import { imageFile } from '#kit/files/files.server.ts';
import { insertImage } from '#test/factories/pledging.ts';
import { testApp } from '#test/test-app.ts';

const { app, db, files } = await testApp();
const get = (url: string) => app.inject(url);

beforeAll(async () => {
  await insertImage(db, 'coat');
  for (const width of [480, 960])
    await files.write(imageFile('coat', width), Buffer.from(`${width}`));
  await insertImage(db, 'lost');
  await files.write('secret', Buffer.from('secret'));
});

test('a picture is sent in a width that was made of it, the largest without a width', async () => {
  expect((await get('/images/coat/480.webp')).body).toBe('480');
  expect((await get('/images/coat')).body).toBe('960');
});

test('a picture is cached as long as it may be taken back, is never run, is what it says it is', async () => {
  const { headers } = await get('/images/coat/960.webp');
  expect(headers['content-type']).toBe('image/webp');
  expect(headers['cache-control']).toBe('public, max-age=3600, s-maxage=300');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  );
});

test('its facts are returned without its bytes', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/images/coat' });
  expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
    200,
    'image/webp',
    '',
  ]);
});

test.each([
  '/images/none',
  '/images/none/480.webp',
  '/images/coat/481.webp',
  '/images/coat/480.png',
  '/images/coat/0480.webp',
  '/images/lost/480.webp',
  '/images/..%2fsecret',
  '/images/..%2f..%2fsecret/480.webp',
  '/images/coat%00/480.webp',
])('%s is not found', async (url) => {
  const reply = await get(url);
  expect(reply.statusCode).toBe(404);
  expect(reply.headers['cache-control']).toBe('no-store');
});
