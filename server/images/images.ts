import { randomUUID } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ImageKind, ImageType } from '#domain/images/image.ts';
import { isRecordId } from '#domain/values/record-id.ts';
import { transaction } from '#server/db/database.ts';
import { images as imagesTable } from '#server/db/schema/images.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { noteRemovals, removeFiles } from '#server/outside/file-removals.ts';
import { type ImageFormat, imageFile, imageFiles } from '#server/outside/files.ts';
import { encodeImage, formatOf } from './encode-image.ts';
import { gate } from './gate.ts';
import { inspectImage } from './inspect-image.ts';
import { unusedImage, unusedSince } from './unused-images.ts';

export type ImageFile = { bytes: Buffer; contentType: string };

/** A stored picture; its sizes in pixels, those of its largest width. */
export type StoredImage = { id: string; width: number; height: number; widths: number[] };

const contentTypes: Record<ImageFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** More at once would only take processor time from other requests. */
const encoding = { running: 2, waiting: 24 };
const dayMs = 24 * 60 * 60 * 1000;

/** False of a picture whose pledge the operator withholds. */
const isPublic = sql`not exists (select from pledge_items i join pledges p on p.id = i.pledge_id
  where i.image_id = ${imagesTable.id} and p.withheld_at is not null)`;

/**
 * Which file of a picture: a width in pixels, the largest without; the first of `formats` that it was
 * made in, the type it was sent in without.
 */
type Asked = { width?: number; formats?: readonly ImageFormat[] | undefined };

/** The pictures of the product, each re-encoded in several widths. */
export const images = ({ db, files, clock }: Pick<Dependencies, 'db' | 'files' | 'clock'>) => {
  const inTurn = gate(encoding);

  /**
   * Deletes pictures that nothing shows any more; what is shown, or unknown, is left unchanged. Files that
   * cannot be removed now are removed by the next sweep.
   */
  async function forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const gone = await transaction(db, async (tx) => {
        const [row] = await tx.delete(imagesTable).where(unusedImage(id)).returning();
        const names = row ? imageFiles(id, row.widths) : [];
        await noteRemovals(tx, names);
        return names;
      });
      await removeFiles({ db, files }, gone);
    }
  }

  async function readOne(
    id: string,
    { width, formats }: Asked,
    which?: SQL,
  ): Promise<ImageFile | undefined> {
    if (!isRecordId(id)) return undefined;
    const [row] = await db
      .select({ widths: imagesTable.widths, contentType: imagesTable.contentType })
      .from(imagesTable)
      .where(and(eq(imagesTable.id, id), which));
    if (!row) return undefined;
    const made = width ?? Math.max(...row.widths);
    if (!row.widths.includes(made)) return undefined;
    const own = formatOf[row.contentType as ImageType];
    for (const format of formats ?? [own]) {
      const bytes = await files.read(imageFile(id, made, format));
      if (bytes) return { bytes, contentType: contentTypes[format] };
    }
    return undefined;
  }

  return {
    /** A picture for whoever has its address. Undefined where there is none, or its pledge is withheld. */
    readPublic: (id: string, asked: Asked = {}) => readOne(id, asked, isPublic),

    /** A picture in its largest width for those whose it is. Undefined where there is none. */
    read: (id: string) => readOne(id, {}),

    /**
     * Checks a picture by its content, re-encodes it without metadata and stores it
     * in the widths of its kind. Refuses what inspectImage refuses, and (503) when too many wait.
     *
     * Call it outside a transaction, before the one that makes something show the picture by its id;
     * when that one fails, or the id is not needed (a replayed idempotency key), call `forget`. A
     * picture that nothing shows is deleted after a day even without the call.
     */
    async keep(
      bytes: Buffer,
      { kind, ownerUid }: { kind: ImageKind; ownerUid: string },
    ): Promise<StoredImage> {
      const facts = await inspectImage(bytes);
      const { files: made, ...size } = await inTurn(() => encodeImage(bytes, facts, kind));
      const id = randomUUID();
      // The row first: whatever fails after it, the files can be found and removed.
      await db.insert(imagesTable).values({
        id,
        ownerUid,
        purpose: kind,
        contentType: facts.type,
        ...size,
        byteCount: made.reduce((sum, file) => sum + file.bytes.length, 0),
        createdAt: clock(),
      });
      try {
        for (const { width, format, bytes: content } of made) {
          await files.write(imageFile(id, width, format), content);
        }
      } catch (error) {
        await forget([id]).catch(() => undefined);
        throw error;
      }
      return { id, ...size };
    },

    forget,

    /** Deletes what people sent more than a day ago and nothing shows: uploads that were broken off. */
    async forgetUnused(): Promise<void> {
      const before = new Date(clock().getTime() - dayMs);
      const rows = await db
        .select({ id: imagesTable.id })
        .from(imagesTable)
        .where(unusedSince(before));
      await forget(rows.map(({ id }) => id));
    },
  };
};
