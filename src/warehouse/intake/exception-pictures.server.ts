import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { images as imagesTable } from '#kit/images/image-tables.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';

const kind = 'box-exception';

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

/** Signed link to a picture uploaded for an exception. The service owns these pictures, whoever took them. */
export async function exceptionPicture(ctx: Context, imageId: string): Promise<string> {
  const [row] = await ctx.db
    .select({ id: imagesTable.id })
    .from(imagesTable)
    .where(and(eq(imagesTable.id, imageId), eq(imagesTable.purpose, kind)));
  if (!row) throw notFound('写真');
  return pictureLinks(ctx).signed(imagePath(row.id));
}
