import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { refusalOf } from '#kit/errors/refusal.ts';
import { imageFile } from '#kit/files/files.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { hugePng, phonePicture, smallPicture } from '#test/factories/pictures.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { images as imagesTable } from './image-tables.server.ts';

const house = await testApp();
const { app, db, files, folder, clock, services } = house;
const { images } = services;
const by = { ownerUid: 'hanako' };

const keep = (bytes: Buffer, kind: 'profile' | 'profile-banner' | 'pledge' = 'pledge') =>
  images.keep(bytes, { kind, ...by });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => refusalOf(error),
  );
const filesOf = async (id: string) => {
  const names = await readdir(join(folder, 'images')).catch(() => []);
  return names.filter((name) => name.startsWith(id)).sort();
};

beforeAll(async () => {
  await signedIn(house)('hanako');
});

describe('a picture of a phone', () => {
  let id: string;
  beforeAll(async () => {
    const stored = await keep(await phonePicture());
    ({ id } = stored);
    expect(stored).toEqual({ id, width: 1600, height: 2133, widths: [480, 960, 1600] });
  });

  test('is stored in the widths that pages use, as AVIF, WebP and its own type', async () => {
    const widths = [480, 960, 1600];
    const made = widths.flatMap((width) =>
      ['avif', 'webp', 'jpg'].map((f) => `${id}-${width}.${f}`),
    );
    expect(await filesOf(id)).toEqual(made.sort());
  });

  test('is turned upright, and says nothing of place or camera', async () => {
    for (const format of ['avif', 'webp', 'jpg'] as const) {
      const bytes = (await files.read(imageFile(id, 480, format))) ?? Buffer.alloc(0);
      const facts = await sharp(bytes).metadata();
      expect([facts.width, facts.height, facts.orientation]).toEqual([480, 640, undefined]);
      expect([facts.exif, facts.xmp, facts.iptc, facts.gainMap]).toEqual(Array(4).fill(undefined));
      expect(bytes.includes('GPS-CANARY')).toBe(false);
      // The left side is now the top: the red half.
      const top = await sharp(bytes)
        .extract({ left: 440, top: 20, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect(top[0]).toBeGreaterThan(150);
    }
  });

  test('is sent in the best format that a browser takes, else in its own', async () => {
    const at = (path: string) =>
      services.pictureLinks.signed(`/images/${id}`).replace('?', `${path}?`);
    const typeFor = async (accept: string, path = '/480') =>
      (await app.inject({ url: at(path), headers: { accept } })).headers;
    expect((await typeFor('image/avif,image/webp,*/*'))['content-type']).toBe('image/avif');
    expect((await typeFor('image/webp,*/*')).vary).toBe('accept');
    expect((await typeFor('image/webp,*/*'))['content-type']).toBe('image/webp');
    expect((await typeFor('*/*'))['content-type']).toBe('image/jpeg');
    expect((await typeFor('image/avif', ''))['content-type']).toBe('image/jpeg');
    expect((await app.inject(at('/480.png'))).statusCode).toBe(404);
  });

  test('is deleted with its files once nothing shows it', async () => {
    await db.update(users).set({ imageId: id });
    await images.forget([id]);
    expect(await filesOf(id)).toHaveLength(9);
    await db.update(users).set({ imageId: null });
    await images.forget([id, 'unknown']);
    expect(await filesOf(id)).toEqual([]);
    expect(await db.select().from(imagesTable).where(eq(imagesTable.id, id))).toEqual([]);
  });
});

describe('a picture for a fixed frame', () => {
  test('is cut from the middle and exists in every width', async () => {
    const face = await keep(await smallPicture('png', { width: 300, height: 200 }), 'profile');
    expect(face).toMatchObject({ width: 384, height: 384, widths: [96, 192, 384] });
    const banner = await keep(await smallPicture('webp'), 'profile-banner');
    expect(banner).toMatchObject({ width: 2000, height: 667, widths: [480, 1000, 2000] });
    expect(await filesOf(banner.id)).toHaveLength(6);
  });

  test('without a fixed frame it is never enlarged', async () => {
    expect(await keep(await smallPicture())).toMatchObject({ height: 480, widths: [480, 640] });
  });
});

const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>1</script></svg>';

describe('what is no picture of ours', () => {
  test.each([
    ['196 megapixels', () => hugePng(), /画素数/],
    ['25 megapixels and a little', () => hugePng(5_001, 5_000), /画素数/],
    ['a line', () => smallPicture('png', { width: 2_000, height: 20 }), /細長/],
    ['a point', () => smallPicture('png', { width: 9, height: 9 }), /小さすぎ/],
    ['a GIF', () => gif, /JPEG/],
    ['a GIF that says it is a script too', () => Buffer.from('GIF89a=1;alert(1)'), /JPEG/],
    ['a drawing that can run scripts', () => Buffer.from(svg), /JPEG/],
    ['the same, compressed', async () => (await import('node:zlib')).gzipSync(svg), /JPEG/],
    ['a page', () => Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), /JPEG/],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), /JPEG/],
    ['nothing', () => Buffer.alloc(0), /JPEG/],
    [
      'a JPEG that only begins like one',
      () => Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3]),
      /読み取れ/,
    ],
    ['half a JPEG', async () => (await phonePicture()).subarray(0, 60_000), /読み取れ/],
    ['ten megabytes and one', () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), /10MB/],
    [
      'a picture that moves',
      async () => {
        const colours = ['#ffffff', '#000000', '#c8452e'];
        const frames = await Promise.all(
          colours.map((background) => smallPicture('png', { background })),
        );
        return sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer();
      },
      /動く/,
    ],
  ])('%s is refused and leaves nothing', async (_what, make, message) => {
    const before = await readdir(join(folder, 'images'));
    const refused = await refusal(keep(await make()));
    expect(refused?.message).toMatch(message);
    expect(await readdir(join(folder, 'images'))).toEqual(before);
  });

  test('196 megapixels are refused faster than a small picture is encoded', async () => {
    const [huge, small] = [hugePng(), await smallPicture()];
    const took = async (work: () => Promise<unknown>) => {
      const begun = performance.now();
      await work();
      return performance.now() - begun;
    };
    const best = async (work: () => Promise<unknown>) =>
      Math.min(await took(work), await took(work), await took(work));
    const refusing = await best(() => refusal(keep(huge)));
    expect(refusing).toBeLessThan(await best(() => keep(small)));
  });

  test('what is appended to a picture is dropped', async () => {
    const polyglot = Buffer.concat([
      await smallPicture(),
      Buffer.from('<script>CANARY</script>PK'),
    ]);
    const { id } = await keep(polyglot);
    for (const name of await filesOf(id)) {
      expect((await files.read(`images/${name}`))?.includes('CANARY')).toBe(false);
    }
  });
});

test('two pictures are encoded at once, some wait, and the next is refused with when to come again', async () => {
  const small = await smallPicture('jpeg', { width: 64, height: 64 });
  const refusals = await Promise.all(
    Array.from({ length: 40 }, () => refusal(images.keep(small, { kind: 'profile', ...by }))),
  );
  const busy = refusals.filter((one) => one?.type === 'ServiceUnavailable');
  expect(busy.length).toBeGreaterThan(0);
  expect(busy[0]?.retryAfterSeconds).toBe(5);
  expect(refusals.filter((one) => one === undefined).length).toBeGreaterThanOrEqual(20);
  expect(await refusal(keep(small))).toBeUndefined();
});

test('unused pictures are deleted after a day', async () => {
  const small = await smallPicture('jpeg', { width: 64, height: 64 });
  const { id } = await keep(small);
  await images.forgetUnused();
  expect(await filesOf(id)).not.toEqual([]);
  clock.now = new Date(clock.now.getTime() + 25 * 60 * 60 * 1000);
  await images.forgetUnused();
  expect(await filesOf(id)).toEqual([]);
});

test('the picture of an organisation’s version is kept, also of one that was discarded', async () => {
  await insertAssociate(db, 'ao');
  const small = await smallPicture('jpeg', { width: 64, height: 64 });
  const keptFor = async (kind: string, contentOf: (id: string) => object) => {
    const { id } = await images.keep(small, { kind: 'associate-cover', associateId: 'ao' });
    const at = clock.now;
    const [createdBy, changedBy] = ['op', 'op'];
    const key = kind === 'associate' ? 'ao' : `ao:${kind}`;
    const number = (await db.$count(contentVersions)) + 1;
    await db.insert(contentVersions).values({
      ...{ kind, key, number, content: contentOf(id), state: 'discarded' },
      ...{ createdBy, createdAt: at, changedBy, changedAt: at },
    });
    return id;
  };
  const ids = [
    await keptFor('activity', (imageId) => ({ imageId })),
    await keptFor('thanks', (imageId) => ({ imageId })),
    await keptFor('associate', (coverImageId) => ({ coverImageId })),
    await keptFor('associate', (imageId) => ({ vision: { imageId } })),
  ];
  clock.now = new Date(clock.now.getTime() + 25 * 60 * 60 * 1000);
  await images.forgetUnused();
  for (const id of ids) expect(await filesOf(id)).not.toEqual([]);
});

test('a disk that fails leaves neither files nor rows', async () => {
  const small = await smallPicture('jpeg', { width: 64, height: 64 });
  const before = (await db.select().from(imagesTable)).length;
  let writes = 0;
  const failing = {
    ...files,
    write: (name: string, bytes: Uint8Array) => {
      writes += 1;
      if (writes > 2) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      return files.write(name, bytes);
    },
  };
  const { images: imagesOn } = await import('./images.server.ts');
  const onFull = imagesOn({ ...house.dependencies, files: failing });
  await expect(onFull.keep(small, { kind: 'profile', ...by })).rejects.toThrow('no space');
  expect(await db.select().from(imagesTable)).toHaveLength(before);
});
