import { writeFile } from 'node:fs/promises';
import { encode } from 'uqr';

const width = 640;
const height = 480;
const framesASecond = 10;
const secondsEach = 2;

/** Writes a film for Chromium's fake camera: sheets with a QR code of each of these, one after another. */
export async function filmLabels(path: string, codes: readonly string[]): Promise<void> {
  const colour = Buffer.alloc((width * height) / 2, 128);
  const frame = (code: string) => Buffer.concat([Buffer.from('FRAME\n'), drawnLabel(code), colour]);
  const film = codes.flatMap((code) => {
    const shown = frame(code);
    return Array.from({ length: framesASecond * secondsEach }, () => shown);
  });
  const head = `YUV4MPEG2 W${width} H${height} F${framesASecond}:1 Ip A1:1 C420jpeg\n`;
  await writeFile(path, Buffer.concat([Buffer.from(head), ...film]));
}

/** Brightness of each pixel: dark modules on a light sheet. */
function drawnLabel(code: string): Buffer {
  const { data, size } = encode(code, { border: 4 });
  const pixels = Math.floor(height / size);
  const left = Math.floor((width - size * pixels) / 2);
  const light = Buffer.alloc(width * height, 220);
  for (let y = 0; y < size * pixels; y += 1) {
    for (let x = 0; x < size * pixels; x += 1) {
      const isDark = data[Math.floor(y / pixels)]?.[Math.floor(x / pixels)];
      if (isDark) light[y * width + left + x] = 30;
    }
  }
  return light;
}
