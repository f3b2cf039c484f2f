import type { ImageType } from './image.ts';

/**
 * Whether a picture's file is truncated, as after an interrupted transfer: browsers show the part
 * that is there, but the server refuses it. Checks the container format only, not the picture.
 */
export const isCutShort = (bytes: Uint8Array, type: ImageType): boolean => endsEarly[type](bytes);

const endsEarly: Record<ImageType, (bytes: Uint8Array) => boolean> = {
  'image/jpeg': (bytes) => !reachesJpegEnd(bytes),
  'image/png': (bytes) => !reachesPngEnd(bytes),
  // The header has the length of the rest.
  'image/webp': (bytes) => bytes.length < 8 || viewOf(bytes).getUint32(4, true) + 8 > bytes.length,
};

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Markers without a length: restarts within a scan, and TEM. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;

/** Walks from segment to segment, so that the end of an embedded preview is not taken for the picture's. */
function reachesJpegEnd(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let at = 2;
  let isScan = false;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xff || (isScan && (marker === 0 || isBare(marker)))) {
      // Within a scan these are image data; between segments, padding.
      at = bytes.indexOf(0xff, at + 1);
      if (at === -1) return false;
    } else if (marker === endOfImage) {
      return true;
    } else if (isBare(marker) || at + 3 >= bytes.length) {
      at += 2;
    } else {
      isScan = marker === startOfScan;
      at += 2 + view.getUint16(at + 2);
    }
  }
  return false;
}

/** Walks from chunk to chunk; the last one may be missing, as the server tolerates that. */
function reachesPngEnd(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let at = 8;
  while (at + 8 <= bytes.length) {
    const end = at + 8 + view.getUint32(at);
    if (end > bytes.length) return false;
    at = end + 4;
  }
  return true;
}
