import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { images as imagesTable } from '#kit/images/image-tables.server.ts';
import { images } from '#kit/images/images.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';

const kind = 'campaign-cover';

/** Whether a picture was uploaded for a campaign. */
export async function isCampaignPicture(
  source: Database | Transaction,
  imageId: string,
): Promise<boolean> {
  const [row] = await source
    .select({ id: imagesTable.id })
    .from(imagesTable)
    .where(and(eq(imagesTable.id, imageId), eq(imagesTable.purpose, kind)));
  return row !== undefined;
}

/** Stores a picture for use in a draft. Refuses like images.keep. */
export async function keepCampaignPicture(ctx: Context, bytes: Buffer) {
  const { id } = await images(ctx).keep(bytes, { kind });
  return { imageId: id, path: imagePath(id) };
}

/** Path of a picture uploaded for a campaign. */
export async function campaignPicturePath({ db }: Context, imageId: string): Promise<string> {
  if (!(await isCampaignPicture(db, imageId))) {
    throw notFound('画像');
  }
  return imagePath(imageId);
}
