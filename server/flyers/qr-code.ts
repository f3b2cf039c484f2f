import { encode } from 'uqr';

/** A QR code as one SVG path in a square of `size` units, the quiet zone around it included. */
export type QrCode = { size: number; path: string };

/** Scanners need so many light modules around the code (ISO/IEC 18004). */
const quietZone = 4;

/** Draws an address; with a quarter of it dirty or torn it can still be read. */
export function qrCode(address: string): QrCode {
  const { data, size } = encode(address, { ecc: 'Q', border: quietZone });
  const path = data.map((row, y) =>
    runsOf(row)
      .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
      .join(''),
  );
  return { size, path: path.join('') };
}

/** Where dark modules begin in a row, and how many follow each other. */
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
