import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A typical phone picture: 12 megapixels, rotated, with a location in its EXIF. */
export function phonePicture(): Promise<Buffer> {
  const drawn = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4032" height="3024"><rect width="4032" height="3024" fill="#2f6da8"/><rect width="2016" height="3024" fill="#c8452e"/><circle cx="2016" cy="1512" r="900" fill="#f5b83d"/></svg>`,
  );
  return sharp(drawn)
    .withExif({
      IFD0: { Make: 'Tasuki', Model: 'GPS-CANARY' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 40/1 0/1', GPSLongitude: '139/1 46/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** A small plain picture. */
export function smallPicture(
  type: 'jpeg' | 'png' | 'webp' = 'jpeg',
  { width = 640, height = 480, background = '#1f7a5c' } = {},
): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background };
  return sharp({ create })[type]().toBuffer();
}

/** A PNG that only declares its size, by default 196 megapixels, in a few hundred bytes. */
export function hugePng(width = 14_000, height = 14_000): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(width * 3 + 1));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), data.length + 8);
  return whole;
}

/** A form with one file, as a browser sends it; for `inject` and for raw requests. */
export function pictureForm(
  bytes: Uint8Array,
  { field = 'image', name = 'picture.jpg', type = 'image/jpeg' } = {},
) {
  const boundary = `tasuki${randomBytes(8).toString('hex')}`;
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** A form with a JSON field and several pictures, as a browser sends it. */
export function picturesForm(field: string, value: unknown, pictures: readonly Uint8Array[]) {
  const boundary = `tasuki${randomBytes(8).toString('hex')}`;
  const head = (rest: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name=${rest}\r\n\r\n`);
  const parts = pictures.flatMap((bytes) => [
    head('"image"; filename="picture.jpg"\r\nContent-Type: image/jpeg'),
    bytes,
    Buffer.from('\r\n'),
  ]);
  const json = Buffer.from(`${JSON.stringify(value)}\r\n`);
  const payload = Buffer.concat([
    head(`"${field}"`),
    json,
    ...parts,
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
