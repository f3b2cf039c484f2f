import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { versionDoors } from '#kit/versions/version-doors.server.ts';
import { comingHolidays, currentOffer } from './acceptance.server.ts';
import { Holiday, OfferAnswer } from './acceptance-schema.ts';
import { acceptanceKey, acceptanceKind } from './stored-acceptance.server.ts';

const tags = ['お引き受けの条件'];

/** What the service accepts: public to read, changed by the operator. */
export const acceptanceDoors = [
  door(
    'GET /api/acceptance',
    {
      allow: 'anyone',
      out: OfferAnswer,
      tags,
      summary: 'いまお引き受けできるもの、箱の数、お届け希望日の範囲、いまの利用規約の版',
    },
    (ctx) => currentOffer(ctx),
  ),
  door(
    'GET /api/office/settings/holidays',
    { allow: 'settings.read', out: z.array(Holiday), tags, summary: 'これからの祝日' },
    (ctx) => comingHolidays(ctx),
  ),
  ...versionDoors('/api/office/settings/acceptance', {
    key: acceptanceKey,
    allow: { read: 'settings.read', change: 'settings.change' },
    tags,
    label: 'お引き受けの条件',
    kind: acceptanceKind,
  }),
] as const;
