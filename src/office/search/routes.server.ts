import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { keyword } from '#kit/http/list-route.server.ts';
import { findNumber } from './find-number.server.ts';
import { FoundNumber } from './found.ts';

/** Search by number; names are searched in the lists of donors, applications and organisations. */
export const searchDoors = [
  door(
    'POST /api/office/search',
    {
      allow: 'admin.enter',
      body: z.strictObject({ keyword }),
      out: z.array(FoundNumber),
      tags: ['運営'],
      summary: '番号（送金の回・明細書・受領証明書・古物台帳・送り状）から開く画面',
    },
    (ctx, { person, body }) => findNumber(ctx, person, body.keyword),
  ),
] as const;
