import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { associateVisions } from '#organisations/associates/associate-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { testApp, testOrigin } from '#test/test-app.ts';
import { qrCode } from './qr-code.server.ts';

const { app, db, services } = await testApp();

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'umi');
  await db.insert(associateVisions).values({ associateId: 'ao', title: '空の下で', body: '本文' });
});

test('a flyer holds the organisation, its vision and the way to the application', async () => {
  expect(await services.flyers.find('ao')).toMatchObject({
    associate: { name: 'あおぞらの会' },
    vision: { title: '空の下で' },
    address: `${testOrigin}/associate/ao`,
    qrCode: qrCode(`${testOrigin}/associate/ao`),
  });
  expect((await services.flyers.find('umi'))?.vision).toBeNull();
  expect(await services.flyers.find('nobody')).toBeUndefined();
});

/** The dark modules of a path, row by row. */
function modulesOf({ size, path }: ReturnType<typeof qrCode>): string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    rows[Number(y)]?.fill('#', Number(x), Number(x) + Number(length));
  }
  return rows.map((row) => row.join(''));
}

test('a code has its three eyes within a light border of four', () => {
  const modules = modulesOf(qrCode('https://tasuki.example/associate/ao'));
  const { length } = modules;
  expect(modules.slice(0, 4).join('')).not.toContain('#');
  expect(modules.slice(-4).join('')).not.toContain('#');
  const eye = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  const at = (x: number, y: number) => modules.slice(y, y + 7).map((row) => row.slice(x, x + 7));
  expect(at(4, 4)).toEqual(eye);
  expect(at(length - 11, 4)).toEqual(eye);
  expect(at(4, length - 11)).toEqual(eye);
});

test('a code is a file of its own, to be printed', async () => {
  const get = (file: string) => app.inject(`/qr/associate/${file}`);
  const svg = await get('ao.svg');
  expect(svg.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect(svg.headers['content-security-policy']).toContain("default-src 'none'");
  const { path, size } = qrCode(`${testOrigin}/associate/ao`);
  expect(svg.body).toContain(`d="${path}"`);
  const png = await get('ao.png');
  expect(png.headers['content-type']).toBe('image/png');
  const { data, info } = await sharp(png.rawPayload)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([size * 24, size * 24]);
  const isDark = (x: number, y: number) =>
    (data[(y * 24 + 12) * info.width + x * 24 + 12] ?? 0) < 128;
  const drawn = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (isDark(x, y) ? '#' : '.')).join(''),
  );
  expect(drawn).toEqual(modulesOf({ path, size }));
  for (const file of ['ao', 'ao.gif', 'nobody.svg', 'nobody.png', '..%2Fao.svg', '.svg']) {
    expect((await get(file)).statusCode, file).toBe(404);
  }
});
