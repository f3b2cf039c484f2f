import * as z from 'zod/mini';
import { refuse } from '#kit/errors/refusal.ts';

/** The field of a file that is checked before it is imported: required, and at most `maxBytes` long. */
export const chosenFile = (what: string, maxBytes: number) =>
  z
    .instanceof(File, { error: `${what}を選んでください。` })
    .check(
      z.refine<File>(
        ({ size }) => size <= maxBytes,
        `ファイルが大きすぎます。${Math.floor(maxBytes / 1024 ** 2)}MBまでのファイルを選んでください。`,
      ),
    );

/**
 * Reads a file's current bytes, so that what is checked is what is imported. Throws if it changed since it was
 * chosen.
 */
export async function readBytes(file: File): Promise<Blob> {
  try {
    return new Blob([await file.arrayBuffer()], { type: 'text/csv' });
  } catch {
    throw refuse(
      'Conflict',
      'ファイルが、選んだあとに変更されたか、移動されました。お手数ですが、もう一度選んでください。',
    );
  }
}
