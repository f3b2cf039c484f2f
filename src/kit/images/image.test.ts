import { expect, test } from 'vitest';
import { imageRefusals, imageTypeOf, maxImageBytes, typeRefusal } from './image.ts';
import { imageAt, imagePath, imageSet } from './shown-image.ts';

const riff = (kind: string) => new TextEncoder().encode(`RIFF....${kind}`);

test.each([
  ['image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
  ['image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/webp', riff('WEBP')],
  [undefined, riff('WAVE')],
  [undefined, new TextEncoder().encode('........WEBP')],
  [undefined, new TextEncoder().encode('GIF89a......')],
  [undefined, Uint8Array.of(0xff, 0xd8, 0xfe)],
  [undefined, Uint8Array.of(0xff, 0xd8)],
  [undefined, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0b)],
  [undefined, Uint8Array.of()],
])('a file is %s by how it begins', (type, bytes) => {
  expect(imageTypeOf(bytes)).toBe(type);
});

test.each(['heic', 'heix', 'mif1'])(
  'a picture of an iPhone (%s) is refused with what to do',
  (brand) => {
    const bytes = new TextEncoder().encode(`\0\0\0\x18ftyp${brand}\0\0\0\0`);
    expect(imageTypeOf(bytes)).toBeUndefined();
    expect(imageRefusals[typeRefusal(bytes)]).toContain('「互換性優先」');
    expect(typeRefusal(riff('WAVE'))).toBe('wrongType');
  },
);

test('a picture has an address, one for each width, and none where there is none', () => {
  expect([imagePath('a'), imagePath(null)]).toEqual(['/images/a', '']);
  expect(imageAt('/images/a', 480)).toBe('/images/a/480');
  expect(imageSet('/images/a', [480, 960])).toBe('/images/a/480 480w, /images/a/960 960w');
  expect(imageAt('/images/a?e=1&s=b', 480)).toBe('/images/a/480?e=1&s=b');
});

test('ten megabytes may be sent', () => expect(maxImageBytes).toBe(10_485_760));
