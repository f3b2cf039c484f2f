import sharp from 'sharp';
import { expect, test } from 'vitest';
import { phonePicture, smallPicture } from '#test/factories/pictures.ts';
import { isCutShort } from './cut-short.ts';
import { encodeImage } from './encode-image.server.ts';
import { imageTypeOf } from './image.ts';
import { inspectImage } from './inspect-image.server.ts';

// The browser judges a file by its structure, the server by decoding it: both must agree.

const phone = await sharp(await phonePicture())
  .resize(800)
  .keepExif()
  .jpeg()
  .toBuffer();
const pictures: Record<string, Buffer> = {
  JPEG: await smallPicture('jpeg'),
  'a phone’s JPEG': phone,
  'a JPEG in passes': await sharp(phone).jpeg({ progressive: true }).toBuffer(),
  'a JPEG with marks to begin again at': await sharp(phone).jpeg({ mozjpeg: true }).toBuffer(),
  'a JPEG with something behind it': Buffer.concat([phone, Buffer.from('made by a phone')]),
  PNG: await smallPicture('png'),
  WebP: await smallPicture('webp'),
};
async function decodes(bytes: Buffer): Promise<boolean> {
  try {
    await encodeImage(bytes, await inspectImage(bytes), 'profile');
    return true;
  } catch {
    return false;
  }
}
const judged = (bytes: Buffer) => isCutShort(bytes, imageTypeOf(bytes) ?? 'image/jpeg');

test.each(Object.keys(pictures))(
  '%s is whole, and cut short at any place refused',
  async (name) => {
    const whole = pictures[name] ?? Buffer.alloc(0);
    expect([judged(whole), await decodes(whole)]).toEqual([false, true]);
    for (const share of [0.3, 0.5, 0.75, 0.9, 0.97]) {
      const part = whole.subarray(0, Math.floor(whole.length * share));
      expect([share, judged(part)]).toEqual([share, true]);
      expect([share, await decodes(part)]).toEqual([share, false]);
    }
  },
);

test('the end of a preview within is not taken for the picture’s own', () => {
  const preview = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
  const facts = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 2 + preview.length]), preview]);
  const before = phone.subarray(0, 2);
  const rest = phone.subarray(2);
  expect(judged(Buffer.concat([before, facts, rest]))).toBe(false);
  expect(judged(Buffer.concat([before, facts, rest.subarray(0, rest.length / 2)]))).toBe(true);
});

test.each([0, 1, 2, 3, 4, 7, 11])('%d bytes are no picture, and none is read beyond', (length) => {
  for (const type of ['image/jpeg', 'image/webp'] as const) {
    expect(isCutShort(phone.subarray(0, length), type)).toBe(true);
  }
});
