import { and, eq, inArray, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { images as imagesTable } from '#kit/images/image-tables.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import type {
  BoxException,
  ExceptionEnding,
  ExceptionKind,
  ListedException,
} from './box-exception.ts';
import { boxExceptions, scans } from './intake-tables.server.ts';

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

/** Selects exceptions with the names they refer to; the caller orders, limits or locks. */
export const selectExceptions = (db: Database | Transaction) =>
  db
    .select({
      exception: boxExceptions,
      code: scans.code,
      lastName: applications.lastName,
      firstName: applications.firstName,
      ownerName: personName(sql`${boxExceptions.ownerUid}`),
      createdByName: personName(sql`${boxExceptions.createdBy}`),
      changedByName: personName(sql`${boxExceptions.changedBy}`),
      endedByName: personName(sql`${boxExceptions.endedBy}`),
    })
    .from(boxExceptions)
    .leftJoin(scans, eq(scans.id, boxExceptions.scanId))
    .leftJoin(applications, eq(applications.appraisalId, boxExceptions.appraisalId))
    .$dynamic();

export type ExceptionRow = Awaited<ReturnType<typeof selectExceptions>>[number];

export function toListed(row: ExceptionRow, at: Date): ListedException {
  const { exception } = row;
  return {
    id: exception.id,
    kind: exception.kind as ExceptionKind,
    appraisalId: exception.appraisalId ?? '',
    code: row.code ?? '',
    donorName: `${row.lastName ?? ''} ${row.firstName ?? ''}`.trim(),
    place: exception.place,
    reason: exception.reason,
    owner: { uid: exception.ownerUid, name: row.ownerName },
    dueOn: exception.dueOn,
    isOverdue: exception.state === 'open' && exception.dueOn < jstDay(at),
    ending: (exception.ending ?? '') as ExceptionEnding | '',
    createdAt: toTimestamp(exception.createdAt),
  };
}

/** Full exception; `signed` makes the links to its pictures. */
export function toException(
  row: ExceptionRow,
  at: Date,
  signed: (path: string) => string,
): BoxException {
  const { exception } = row;
  return {
    ...toListed(row, at),
    boxNumber: exception.boxNumber,
    pictures: exception.imageIds.map((imageId) => ({ imageId, image: signed(imagePath(imageId)) })),
    endingNote: exception.endingNote,
    createdByName: row.createdByName,
    changedByName: row.changedByName,
    changedAt: toTimestamp(exception.changedAt),
    ended: exception.endedAt && {
      at: toTimestamp(exception.endedAt),
      byName: row.endedByName,
    },
    version: exception.version,
  };
}
