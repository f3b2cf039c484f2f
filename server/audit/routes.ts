import { z } from 'zod';
import { AuditLine } from '#domain/audit/audit-line.ts';
import { isDay } from '#domain/values/timestamp.ts';
import type { App } from '#server/http/app.ts';
import { listRoutes } from '#server/http/paging.ts';
import type { Services } from '#server/services.ts';

const filter = (pattern: RegExp) =>
  z.string().regex(pattern, '絞り込みの指定が正しくありません。').optional();
const dayMessage = '日付は2026-11-20のような形で指定してください。';

/** 20261120100000000 as 2026/11/20 10:00:00. */
const dateTime = (at: string) =>
  at.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{3}$/, '$1/$2/$3 $4:$5:$6');

/** Who did what to whom, and when. */
export function auditRoutes(app: App, { auditLog }: Pick<Services, 'auditLog'>) {
  listRoutes(app, {
    path: '/api/office/audit-log',
    allow: 'operator',
    tags: ['運営'],
    summary: '操作の記録（新しい順。50件ずつ。閲覧も記録される）',
    query: {
      actor: filter(/^[\w-]{1,64}$/),
      action: filter(/^[\w-]{1,40}(?:\.[\w-]{1,40})?$/),
      subject: filter(/^[\w.:@-]{1,100}$/),
      day: z
        .string()
        .refine((day) => isDay(day) && day >= '2017-01-01' && day <= '2099-12-31', dayMessage)
        .optional(),
    },
    item: AuditLine,
    columns: [
      ['番号', ({ id }) => id],
      ['日時', ({ at }) => dateTime(at)],
      ['操作した人の番号', ({ actorUid }) => actorUid],
      ['操作した人', ({ actorName }) => actorName],
      ['操作', ({ action }) => action],
      ['対象の種類', ({ subjectType }) => subjectType],
      ['対象', ({ subjectId }) => subjectId],
      ['詳細', ({ details }) => details.join(' ／ ')],
    ],
    fileName: 'audit-log',
    page: auditLog.list,
    rows: auditLog.export,
  });
}
