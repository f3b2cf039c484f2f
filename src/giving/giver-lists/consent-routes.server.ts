import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { GiverConsent, GiverConsentRequest } from './giver-consent.ts';
import { ownGiverConsents, setGiverConsent } from './giver-consents.server.ts';

const tags = ['寄附者名簿と受領証明書の控え'];
const own = { allow: 'signed-in', out: z.array(GiverConsent), tags } as const;

/** A donor's own consents to be named in lists of givers. */
export const giverConsentDoors = [
  door(
    'GET /api/users/giver-consents',
    { ...own, summary: '寄附者名簿への記載に同意できる団体と、同意しているか' },
    (ctx, { person }) => ownGiverConsents(ctx, person),
  ),
  door(
    'PUT /api/users/giver-consents',
    {
      ...own,
      body: GiverConsentRequest,
      summary: '寄附者名簿への記載に同意する・同意を取り消す（文面の版と日時を記録する）',
    },
    (ctx, { person, body }) => setGiverConsent(ctx, person, body),
  ),
] as const;
