/** Accepted types and sizes (docs/product.md, Pictures). */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

const beginsWith = (bytes: Uint8Array, head: readonly number[], at = 0) =>
  head.every((byte, index) => bytes[at + index] === byte);

/** Type of a file by its first twelve bytes, whatever its name; undefined for others. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (beginsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (beginsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  const isRiff = beginsWith(bytes, [0x52, 0x49, 0x46, 0x46]);
  return isRiff && beginsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8) ? 'image/webp' : undefined;
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Whether a file is HEIC, the format of iPhone cameras, by its first twelve bytes (ISO/IEC 23008-12). */
export function isHeic(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(4, 12));
  return head.startsWith('ftyp') && heicBrands.includes(head.slice(4));
}

export const maxImageBytes = 10 * 1024 * 1024;
export const maxImagePixels = 25_000_000;
/** Smallest useful side in pixels. */
export const minImageSide = 16;

/** Messages for refused pictures, shared by browser and server. */
export const imageRefusals = {
  tooLarge: '画像が大きすぎます。10MBまでの画像を選んでください。',
  tooManyPixels: '画像の画素数が多すぎます。2500万画素までの画像を選んでください。',
  tooSmall: `画像が小さすぎます。縦横とも${minImageSide}ピクセル以上の画像を選んでください。`,
  tooLong: '画像が細長すぎます。縦と横の比が10倍までの画像を選んでください。',
  wrongType: 'JPEG・PNG・WebPの画像を選んでください。ほかの形式は使えません。',
  heic: 'iPhoneの写真の形式（HEIC）は使えません。「設定」→「カメラ」→「フォーマット」で「互換性優先」を選んで撮り直すか、その写真を表示してスクリーンショットを撮り、そちらを選んでください。',
  animated: '動く画像は使えません。動かない画像を選んでください。',
  cutShort:
    '画像が途中で切れています。撮影やダウンロードをやり直した画像か、別の画像を選んでください。',
  broken:
    '画像を読み取れませんでした。ファイルが壊れているかもしれません。別の画像でお試しください。',
} as const;

/** Why a file of another type is refused. */
export const typeRefusal = (bytes: Uint8Array): 'heic' | 'wrongType' =>
  isHeic(bytes) ? 'heic' : 'wrongType';
