import { eq } from 'drizzle-orm';
import { isRecordId } from '#domain/record-id.ts';
import { images as imagesTable } from '#server/db/schema/running.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { imageFile } from '#server/outside/files.ts';

export type ImageFile = { bytes: Buffer; contentType: string };

/** The pictures of the product, each re-encoded in several widths. */
export const images = ({ db, files }: Pick<Dependencies, 'db' | 'files'>) => ({
  /** A picture in one of its widths (pixels), the largest without; undefined where there is none. */
  async read(id: string, width?: number): Promise<ImageFile | undefined> {
    if (!isRecordId(id)) return undefined;
    const [row] = await db
      .select({ widths: imagesTable.widths })
      .from(imagesTable)
      .where(eq(imagesTable.id, id));
    if (!row) return undefined;
    const made = width ?? Math.max(...row.widths);
    if (!row.widths.includes(made)) return undefined;
    const bytes = await files.read(imageFile(id, made));
    return bytes && { bytes, contentType: 'image/webp' };
  },
});
