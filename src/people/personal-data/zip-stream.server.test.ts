import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { deflatePiece } from './deflate-piece.server.ts';
import { type ZipEntry, zipStream } from './zip-stream.server.ts';

const deflate = async (piece: Uint8Array) => deflatePiece(piece);

async function archive(files: Record<string, Buffer[]>, isCompressed = false) {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, parts] of Object.entries(files)) yield { name, parts, isCompressed };
  }
  const parts: Uint8Array[] = [];
  for await (const part of zipStream(entries(), new Date(), deflate)) parts.push(part);
  return Buffer.concat(parts);
}

const long = Array.from({ length: 50 }, (_, n) => Buffer.from(`${n}行目の寄付\n`.repeat(1_000)));

test.each([false, true])(
  'files of no, few and many pieces come out whole (compressed before: %s)',
  async (isCompressed) => {
    const files = { 'none.txt': [], 'short.txt': [Buffer.from('たすき')], 'long.txt': long };
    const zip = await archive(files, isCompressed);
    const unzipped = Object.entries(unzipSync(zip));
    expect(unzipped.map(([name]) => name)).toEqual(Object.keys(files));
    for (const [name, bytes] of unzipped) {
      expect(Buffer.from(bytes).equals(Buffer.concat(files[name as keyof typeof files]))).toBe(
        true,
      );
    }
  },
);

test('repeated content takes little space', async () => {
  const bytes = Buffer.concat(long).length;
  expect((await archive({ 'long.txt': long })).length).toBeLessThan(bytes / 20);
});
