import { loadSharp } from '#kit/images/load-sharp.server.ts';
import type { QrCode } from './qr-code.server.ts';

/** Large enough for a poster; an integer, since fractional modules would be blurred. */
const pixelsPerModule = 24;

export const qrSvg = ({ size, path }: QrCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * pixelsPerModule}" height="${size * pixelsPerModule}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;

export async function qrPng(code: QrCode): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(qrSvg(code)))
    .flatten({ background: '#fff' })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}
