import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { images as imagesTable } from '#kit/images/image-tables.server.ts';
import type { StoredImage } from '#kit/images/images.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';

const kind = 'box-exception';

type PictureDeps = Pick<Dependencies, 'db'> & {
  images: { keep(bytes: Buffer, of: { kind: typeof kind }): Promise<StoredImage> };
};

/** Refuses pictures that were not uploaded for an exception. */
export async function requirePictures(tx: Transaction, imageIds: readonly string[]) {
  const ids = [...new Set(imageIds)];
  if (ids.length === 0) return;
  const own = and(inArray(imagesTable.id, ids), eq(imagesTable.purpose, kind));
  if ((await tx.$count(imagesTable, own)) === ids.length) return;
  throw refuse('ValidationError', '写真が見つかりませんでした。撮り直してください。', {
    errors: [{ path: 'imageIds', message: '写真を撮り直してください。' }],
  });
}

/** Pictures of boxes on the exception shelf. The service owns them, whoever took them. */
export const exceptionPictures = ({ db, images }: PictureDeps) => ({
  /** Stores a picture for an exception. Refuses like images.keep. */
  async keep(bytes: Buffer) {
    const { id } = await images.keep(bytes, { kind });
    return { imageId: id, path: imagePath(id) };
  },

  /** Path of a picture uploaded for an exception. */
  async pathOf(imageId: string): Promise<string> {
    const [row] = await db
      .select({ id: imagesTable.id })
      .from(imagesTable)
      .where(and(eq(imagesTable.id, imageId), eq(imagesTable.purpose, kind)));
    if (!row) throw notFound('写真');
    return imagePath(row.id);
  },
});
