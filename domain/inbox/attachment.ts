import * as z from 'zod/mini';
import { imageTypeOf } from '#domain/images/image.ts';

/** What may be sent along with a message: at most so many files, so large together. */
export const mostAttachments = 5;
export const maxAttachmentBytes = 10 * 1024 * 1024;

/** Offered by the file chooser. */
export const attachmentAccept = '.pdf,.jpg,.jpeg,.png,.webp,.txt,.csv';
export const attachmentKinds = 'PDF、画像（JPEG・PNG・WebP）、テキスト';

const otherName = '添付ファイル';
const longestName = 100;
/** Of a path the last part; letters that a file system or a header takes for something else are left out. */
const unusable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}<>:"|?*]/gu;

/** The name under which a file is listed and saved. */
export function attachmentName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(unusable, '').trim().replace(/^\.+/, '');
  if (name.length <= longestName) return name || otherName;
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? '';
  return (
    Array.from(name)
      .slice(0, longestName - ending.length - 1)
      .join('') + ending
  );
}

const isPdf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-';
/** Controls that no text has, in any of the encodings that are in use for Japanese (ESC begins JIS). */
const isText = (bytes: Uint8Array) =>
  !bytes.subarray(0, 4096).some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));

/** The type of a file by its content, whatever it calls itself; undefined for what is not taken. */
export function attachmentTypeOf(bytes: Uint8Array, name: string): string | undefined {
  if (bytes.length === 0) return undefined;
  if (isPdf(bytes)) return 'application/pdf';
  const image = imageTypeOf(bytes);
  if (image) return image;
  return /\.(?:txt|csv)$/i.test(name) && isText(bytes) ? 'text/plain' : undefined;
}

/** A file as a thread lists it; `id` opens it. */
export const Attachment = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  byteCount: z.number(),
});
export type Attachment = z.infer<typeof Attachment>;
