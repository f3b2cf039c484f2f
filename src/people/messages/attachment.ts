import * as z from 'zod/mini';
import { imageTypeOf } from '#kit/images/image.ts';

/** Limits of files per message: number and total bytes. */
export const maxAttachments = 5;
export const maxAttachmentBytes = 10 * 1024 * 1024;

/** For the file chooser. */
export const attachmentAccept = '.pdf,.jpg,.jpeg,.png,.webp,.txt,.csv';
export const attachmentKinds = 'PDF、画像（JPEG・PNG・WebP）、テキスト';

const otherName = '添付ファイル';
const maxNameLength = 100;
/** Characters that a file system or header would misinterpret. */
const unusable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}<>:"|?*]/gu;

/** Sanitised file name: the last part of a path. */
export function attachmentName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(unusable, '').trim().replace(/^\.+/, '');
  if (name.length <= maxNameLength) return name || otherName;
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? '';
  return (
    Array.from(name)
      .slice(0, maxNameLength - ending.length - 1)
      .join('') + ending
  );
}

const isPdf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-';
/** Whether there are no control characters that no Japanese encoding uses (ESC begins JIS). */
const isText = (bytes: Uint8Array) =>
  !bytes.subarray(0, 4096).some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));

/** Type of a file by its content, whatever its name; undefined if not accepted. */
export function attachmentTypeOf(bytes: Uint8Array, name: string): string | undefined {
  if (bytes.length === 0) return undefined;
  if (isPdf(bytes)) return 'application/pdf';
  const image = imageTypeOf(bytes);
  if (image) return image;
  return /\.(?:txt|csv)$/i.test(name) && isText(bytes) ? 'text/plain' : undefined;
}

/** A file in a thread; `id` opens it. */
export const Attachment = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  byteCount: z.number(),
});
export type Attachment = z.infer<typeof Attachment>;
