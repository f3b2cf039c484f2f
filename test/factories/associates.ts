import type { Database } from '#kit/db/database.server.ts';
import {
  type AssociateContent,
  emptyAssociateContent,
} from '#organisations/associates/associate-content.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';

export const insertChallenges = (db: Database) =>
  db
    .insert(socialChallenges)
    .values(
      ['animal', 'child'].map((id, orders) => ({
        id,
        will: '',
        orders,
        description: '',
        fundName: `${id}基金`,
      })),
    )
    .onConflictDoNothing();

/** Content with everything that publishing requires. */
export const wholeContent: AssociateContent = {
  ...emptyAssociateContent('あおぞらの会'),
  nameKana: 'あおぞらのかい',
  summary: '猫をまもります。',
  description: '# はじめに\n\nこんにちは',
  classification: 'npo',
  socialChallenges: ['animal', 'child'],
  locations: ['東京都府中市'],
  address: '東京都府中市見本町1-2-3',
  representative: '青空 花子',
  foundedYear: 2001,
  vision: { title: '空', body: '**広い**', goal: '青', useOfDonations: 'ごはん', imageId: '' },
};
