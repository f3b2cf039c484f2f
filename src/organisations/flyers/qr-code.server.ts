import { encode } from 'uqr';

/** A QR code as one SVG path in a square of `size` units, including the quiet zone. */
export type QrCode = { size: number; path: string };

/** Light modules required around the code (ISO/IEC 18004). */
const quietZone = 4;

/** Encodes a URL; the code stays readable with a quarter of it damaged. */
export function qrCode(address: string): QrCode {
  const { data, size } = encode(address, { ecc: 'Q', border: quietZone });
  const path = data.map((row, y) =>
    runsOf(row)
      .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
      .join(''),
  );
  return { size, path: path.join('') };
}

/** Runs of dark modules in a row. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
