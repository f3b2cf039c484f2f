import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import {
  SecurityDay,
  SecurityLine,
  securityEventKinds,
  securityOutcomes,
} from './security-event.ts';
import { securityKindLabel, securityOutcomeLabel } from './security-words.ts';

const narrowingMessage = '絞り込みの指定が正しくありません。';

/** Routes of security events. */
export function adminSecurityRoutes(app: App, { security }: Pick<Services, 'security'>) {
  listRoutes(app, {
    path: '/api/office/security-events',
    allow: 'security.read',
    tags: ['運営'],
    summary: '1日のセキュリティの記録（新しい順。50件ずつ。日付がなければ今日。閲覧も記録される）',
    query: {
      day: z.optional(serviceDay()),
      kind: z.enum(securityEventKinds, narrowingMessage).optional(),
      outcome: z.enum(securityOutcomes, narrowingMessage).optional(),
      typed: z
        .string()
        .regex(/^[\w-]{16}$/, narrowingMessage)
        .optional(),
    },
    item: SecurityLine,
    columns: [
      ['番号', ({ id }) => id],
      ['日時', ({ at }) => formatDateTime(at)],
      ['種類', ({ kind }) => securityKindLabel(kind)],
      ['結果', ({ outcome }) => securityOutcomeLabel(outcome)],
      ['回数', ({ count }) => String(count)],
      ['利用者の番号', ({ uid }) => uid],
      ['利用者', ({ name }) => name],
      ['宛先の符号', ({ typed }) => typed],
      ['接続元', ({ from }) => from],
      ['端末', ({ device }) => device],
      ['詳細', ({ details }) => details.join(' ／ ')],
    ],
    fileName: 'security-events',
    ...security.eventList,
  });
  app.get(
    '/api/office/security-events/counts',
    {
      config: { allow: 'security.read' },
      schema: {
        querystring: z.strictObject({ day: z.optional(serviceDay()) }),
        response: { 200: SecurityDay },
        tags: ['運営'],
        summary: '1日のセキュリティの記録の、種類と結果ごとの件数',
      },
    },
    ({ query }) => security.day(query.day),
  );
}
