import { asc, eq, inArray } from 'drizzle-orm';
import { currentOffer } from '#giving/acceptance/acceptance.server.ts';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import { giftAgeText } from '#giving/acceptance/acceptance-words.ts';
import { closedDaysRule } from '#giving/acceptance/closed-days-rule.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { toRichText } from '#kit/markdown/rich-text.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { versionsOf } from '#kit/versions/versions.server.ts';
import {
  associates,
  categoryAssociates,
} from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import { builtInQuestions } from './delivered-questions.ts';
import {
  ChallengesContent,
  NoticesContent,
  noticesOn,
  PicksContent,
  QuestionsContent,
  type SiteNotice,
} from './site-content.ts';

type Source = Database | Transaction;
type CostClaims = { ofAssociates: string; ofFunds: string };

/** The key of content that exists only once. */
export const siteKey = 'site';

/** Content that the operator writes for all visitors: picks, challenges, notices, questions and answers. */
export const siteContent = ({
  db,
  clock,
  topics,
  costClaims,
}: Pick<Dependencies, 'db' | 'clock'> & {
  topics: Topics;
  costClaims: { shown(): Promise<CostClaims> };
}) => {
  const picks = versionsOf(
    { db, clock },
    {
      kind: 'picks',
      schema: PicksContent,
      isLive: true,
      asDelivered: readPicks,
      check: demandKnownPicks,
      publish: (tx, { content }) => writePicks(tx, content),
    },
  );
  const challenges = versionsOf(
    { db, clock },
    {
      kind: 'challenges',
      schema: ChallengesContent,
      isLive: true,
      asDelivered: readChallenges,
      publish: (tx, { content }) => writeChallenges(tx, content),
    },
  );
  const notices = versionsOf(
    { db, clock },
    { kind: 'notices', schema: NoticesContent, asDelivered: () => ({ notices: [] }) },
  );
  const questions = versionsOf(
    { db, clock },
    { kind: 'questions', schema: QuestionsContent, asDelivered: () => builtInQuestions },
  );

  return {
    picks,
    challenges,
    notices,
    questions,

    /** Today's notices, for every public page. */
    noticesNow: cached({ topics, clock }, ['content'], async (): Promise<SiteNotice[]> => {
      const current = await notices.current(siteKey);
      return current ? noticesOn(current.content, jstDay(clock())) : [];
    }),

    /** Questions with rendered answers. */
    questionsNow: cached(
      { topics, clock },
      ['associates', 'challenges', 'content', 'sums'],
      async () => {
        const { groups } = (await questions.current(siteKey))?.content ?? builtInQuestions;
        const values = valuesOf(await currentOffer({ topics }), await costClaims.shown());
        return groups.map((group) => ({
          ...group,
          questions: group.questions.map(({ id, question, answer }) => ({
            id,
            question,
            answer: toRichText(filled(answer, values)),
          })),
        }));
      },
    ),
  };
};

/** Values of {{…}} in answers, so that they follow settings made elsewhere. */
const valuesOf = (offer: Offer, claims: CostClaims): Readonly<Record<string, string>> => ({
  firstDay: String(offer.firstDay),
  lastDay: String(offer.lastDay),
  maxBoxes: String(offer.maxBoxes),
  sellerAge: String(offer.sellerAge),
  closedDaysRule: offer.closedDays.length > 0 ? closedDaysRule : '',
  giftAgeRule:
    offer.giftAge === 0
      ? '団体への寄付は18歳未満の方もお申し込みいただけますが、保護者の同意を得てください。'
      : `団体への寄付をお申し込みいただけるのは、${giftAgeText(offer.giftAge)}です。`,
  costOfAssociates: claims.ofAssociates,
  costOfFunds: claims.ofFunds,
});

const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (typed, name: string) => values[name] ?? typed);

async function readPicks(source: Source): Promise<PicksContent> {
  const rows = await source
    .select()
    .from(categoryAssociates)
    .orderBy(
      asc(categoryAssociates.orders),
      asc(categoryAssociates.category),
      asc(categoryAssociates.associateId),
    );
  return {
    picks: rows.map(({ category, associateId, title, comment }) => ({
      category: category as SocialChallengeId,
      associateId,
      title,
      comment,
    })),
  };
}

async function demandKnownPicks(source: Source, _key: string, { picks }: PicksContent) {
  const ids = picks.map(({ associateId }) => associateId);
  const rows = await source
    .select({ id: associates.id })
    .from(associates)
    .where(inArray(associates.id, ids));
  const known = new Set(rows.map(({ id }) => id));
  const index = ids.findIndex((id) => !known.has(id));
  if (index < 0) return;
  const message = 'この団体は見つかりません。選び直してください。';
  throw refuse('ValidationError', message, {
    errors: [{ path: `picks.${index}.associateId`, message }],
  });
}

async function writePicks(tx: Transaction, { picks }: PicksContent): Promise<void> {
  await tx.delete(categoryAssociates);
  if (picks.length === 0) return;
  await tx.insert(categoryAssociates).values(picks.map((pick, orders) => ({ ...pick, orders })));
}

async function readChallenges(source: Source): Promise<ChallengesContent> {
  const rows = await source
    .select()
    .from(socialChallenges)
    .orderBy(asc(socialChallenges.orders), asc(socialChallenges.id));
  return {
    challenges: rows.map(({ id, will, description, fundName }) => ({
      id: id as SocialChallengeId,
      will,
      description,
      fundName,
    })),
  };
}

async function writeChallenges(tx: Transaction, { challenges }: ChallengesContent): Promise<void> {
  for (const [index, { id, ...words }] of challenges.entries()) {
    await tx
      .update(socialChallenges)
      .set({ ...words, orders: (index + 1) * 10 })
      .where(eq(socialChallenges.id, id));
  }
}
