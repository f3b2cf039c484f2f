import { randomUUID } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { recordFileRemovals, removeFiles } from '#kit/files/file-removals.server.ts';
import { type ImageFormat, imageFile, imageFiles } from '#kit/files/files.server.ts';
import { isRecordId } from '#kit/values/record-id.ts';
import { encodeImage, formatOf } from './encode-image.server.ts';
import { concurrencyGate } from './gate.server.ts';
import type { ImageType } from './image.ts';
import { images as imagesTable } from './image-tables.server.ts';
import { inspectImage } from './inspect-image.server.ts';
import type { ImageKind } from './shown-image.ts';
import { unusedImage, unusedSince } from './unused-images.server.ts';

/** A file of a picture. The same `etag` always means the same bytes. */
export type ImageFile = { bytes: Buffer; contentType: string; etag: string };

/** A stored picture. `width` and `height` are those of its largest width, in pixels. */
export type StoredImage = { id: string; width: number; height: number; widths: number[] };

const contentTypes: Record<ImageFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** Encoding more at once in this process would only take processor time from other requests. */
const inTurn = concurrencyGate({ running: 2, waiting: 24 });
const dayMs = 24 * 60 * 60 * 1000;

/**
 * True for a picture on a public page: a published pledge, the profile of a named author with a published pledge, an
 * organisation that is not a draft, a visible campaign, or a picture the product came with that has no owner and no
 * pledge.
 */
const isPublic = sql`(
  exists (select from pledge_items i join pledges p on p.id = i.pledge_id
    where i.image_id = ${imagesTable.id} and p.state = 'published')
  or exists (select from users u where u.uid = ${imagesTable.ownerUid}
    and ${imagesTable.id} in (u.image_id, u.banner_image_id) and u.profile_name <> ''
    and exists (select from pledges p where p.uid = u.uid and p.state = 'published'))
  or exists (select from associates a where a.id = ${imagesTable.associateId} and a.state <> 'draft' and (
    a.cover_image_id = ${imagesTable.id}
    or exists (select from associate_visions v where v.associate_id = a.id and v.image_id = ${imagesTable.id})
    or exists (select from associate_activities x where x.associate_id = a.id and x.image_id = ${imagesTable.id})
    or exists (select from associate_thanks t where t.associate_id = a.id and t.image_id = ${imagesTable.id}
      and t.withdrawn_at is null)
    or exists (select from use_reports u where u.associate_id = a.id and u.image_id = ${imagesTable.id}
      and u.hidden_at is null)))
  or exists (select from campaigns c where c.image_id = ${imagesTable.id} and c.is_shown)
  or (${imagesTable.ownerUid} is null and ${imagesTable.associateId} is null
    and ${imagesTable.purpose} not in ('campaign-cover', 'appraisal-item', 'box-exception')
    and not exists (select from pledge_items i where i.image_id = ${imagesTable.id})))`;

/**
 * File of a picture to read: of this width, by default the largest; in the first of `formats` that exists, by default
 * the uploaded type.
 */
type FileChoice = { width?: number; formats?: readonly ImageFormat[] | undefined };

/** Owner of a picture: a person, an organisation or the service, whoever uploaded it. */
type OwnedPicture =
  | { kind: ImageKind; ownerUid: string }
  | { kind: ImageKind; associateId: string }
  | { kind: 'campaign-cover' | 'appraisal-item' }
  | { kind: 'box-exception' };

const etagOf = (id: string, width: number, format: ImageFormat) => `"${id}-${width}.${format}"`;

/** Pictures of the product, re-encoded in several widths. */
export const images = ({
  db,
  files,
  drawings,
  clock,
}: Pick<Dependencies, 'db' | 'files' | 'drawings' | 'clock'>) => {
  /**
   * Deletes pictures that are no longer used; leaves used and unknown ones alone. The next sweep removes files that
   * cannot be removed now.
   */
  async function forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const deleted = await transaction(db, async (tx) => {
        const [row] = await tx.delete(imagesTable).where(unusedImage(id)).returning();
        const names = row ? imageFiles(id, row.widths) : [];
        await recordFileRemovals(tx, names);
        return names;
      });
      await removeFiles({ db, files }, deleted);
      if (deleted.length > 0) await drawings.dropOf(id);
    }
  }

  /** Paths of the picture's files that may be sent, the best first. */
  async function filesOf(id: string, { width, formats }: FileChoice, which?: SQL) {
    if (!isRecordId(id)) return undefined;
    const [row] = await db
      .select({ widths: imagesTable.widths, contentType: imagesTable.contentType })
      .from(imagesTable)
      .where(and(eq(imagesTable.id, id), which));
    if (!row) return undefined;
    const made = width ?? Math.max(...row.widths);
    if (!row.widths.includes(made)) return undefined;
    return { id, width: made, formats: formats ?? [formatOf[row.contentType as ImageType]] };
  }

  async function readFirst(found: Awaited<ReturnType<typeof filesOf>>) {
    const { id, width, formats } = found ?? { id: '', width: 0, formats: [] };
    for (const format of formats) {
      const bytes = await files.read(imageFile(id, width, format));
      const etag = etagOf(id, width, format);
      if (bytes) return { bytes, contentType: contentTypes[format], etag };
    }
    return undefined;
  }

  return {
    /**
     * Opens a picture by its id; one that is not public only with `isTheirs`. Undefined if there is none; 'unchanged'
     * if `known` (If-None-Match) contains its etag.
     */
    async open(
      id: string,
      {
        isTheirs,
        known = '',
        ...asked
      }: FileChoice & { isTheirs: boolean; known?: string | undefined },
    ): Promise<ImageFile | 'unchanged' | undefined> {
      const found = await filesOf(id, asked, isTheirs ? undefined : isPublic);
      const isKnown = found?.formats.some((format) =>
        known.includes(etagOf(id, found.width, format)),
      );
      return isKnown ? 'unchanged' : readFirst(found);
    },

    /** A picture in its largest width, for its owner. Undefined if there is none. */
    read: async (id: string): Promise<ImageFile | undefined> => readFirst(await filesOf(id, {})),

    /**
     * Checks a picture by its content, re-encodes it without metadata and stores it in the widths of its kind.
     * Refuses what inspectImage refuses, and (503) when too many wait. Call it outside and before the transaction
     * that refers to the picture. If that transaction fails or the id is not needed (a replayed idempotency key),
     * call `forget`. The sweep deletes unused pictures after a day anyway.
     */
    async keep(bytes: Buffer, { kind, ...owner }: OwnedPicture): Promise<StoredImage> {
      const facts = await inspectImage(bytes);
      const { files: made, ...size } = await inTurn(() => encodeImage(bytes, facts, kind));
      const id = randomUUID();
      // Insert the row first: if a later step fails, the files can be found and removed.
      await db.insert(imagesTable).values({
        id,
        ...owner,
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

    /** Deletes uploads unused for more than a day: forms that were never sent. */
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
