import type { App } from '#kit/http/app.server.ts';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import type { Services } from '#start/services.server.ts';
import { achievementRows } from './achievement-sums.ts';
import { Achievements } from './achievements.ts';

const config = { allow: 'anyone' } as const;
const tags = ['achievements'];
const byteOrderMark = '\uFEFF';

/** Achievements for download. */
export function achievementRoutes(app: App, { achievements }: Pick<Services, 'achievements'>) {
  app.get(
    '/api/achievements.json',
    {
      config,
      schema: {
        response: { 200: Achievements },
        tags,
        summary: '寄付の実績（月、社会課題、団体の種別、お品物の種類ごと）',
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(await achievements.all()),
  );
  app.get(
    '/api/achievements.csv',
    { config, schema: { tags, summary: '寄付の実績のCSV（UTF-8、BOMつき）' } },
    async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('content-disposition', 'attachment; filename="tasuki-achievements.csv"')
        .type('text/csv; charset=utf-8')
        .send(byteOrderMark + csvForPeople(achievementRows(await achievements.all()))),
  );
}
