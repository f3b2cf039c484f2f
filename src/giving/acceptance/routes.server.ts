import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import { versionRoutes } from '#kit/versions/version-doors.server.ts';
import type { Services } from '#start/services.server.ts';
import { acceptanceKey } from './acceptance-kind.server.ts';
import { Acceptance, Holiday, OfferAnswer } from './acceptance-schema.ts';

const tags = ['お引き受けの条件'];

/** What the service accepts: public to read, changed by the operator. */
export function acceptanceRoutes(app: App, { acceptance }: Pick<Services, 'acceptance'>) {
  app.get(
    '/api/acceptance',
    {
      config: { allow: 'anyone' },
      schema: {
        response: { 200: OfferAnswer },
        tags,
        summary: 'いまお引き受けできるもの、箱の数、お届け希望日の範囲、いまの利用規約の版',
      },
    },
    () => acceptance.offer(),
  );
  app.get(
    '/api/office/settings/holidays',
    {
      config: { allow: 'settings.read' },
      schema: { response: { 200: z.array(Holiday) }, tags, summary: 'これからの祝日' },
    },
    () => acceptance.holidays(),
  );
  versionRoutes(app, {
    path: '/api/office/settings/acceptance',
    key: acceptanceKey,
    allow: { read: 'settings.read', change: 'settings.change' },
    tags,
    label: 'お引き受けの条件',
    schema: Acceptance,
    versions: acceptance.versions,
  });
}
