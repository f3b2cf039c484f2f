import type { Database } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import type { SocialChallenge } from '#organisations/associates/associate.ts';
import type { Directory } from '#organisations/associates/directory.server.ts';
import { socialChallenges } from './challenge-tables.server.ts';
import type { SocialChallengeId } from './social-challenge.ts';

/** The social challenges, each with the number of listed organisations that work on it. */
export const challenges = ({
  db,
  clock,
  topics,
  associates,
}: Pick<Dependencies, 'db' | 'clock'> & {
  topics: Topics;
  associates: { directory(): Promise<Directory> };
}) => {
  const facts = cached({ topics, clock }, ['challenges'], () => readChallenges(db));

  async function list(): Promise<SocialChallenge[]> {
    const [{ countByChallenge }, rows] = await Promise.all([associates.directory(), facts()]);
    return rows.map((row) => ({ ...row, numberOfAssociates: countByChallenge.get(row.id) ?? 0 }));
  }

  return {
    /** All challenges in the editors' order (docs/product.md, Lists and orders). */
    list,

    async find(id: string): Promise<SocialChallenge | undefined> {
      return (await list()).find((challenge) => challenge.id === id);
    },
  };
};

async function readChallenges(
  db: Database,
): Promise<Omit<SocialChallenge, 'numberOfAssociates'>[]> {
  const rows = await db
    .select()
    .from(socialChallenges)
    .orderBy(socialChallenges.orders, socialChallenges.id);
  return rows.map(({ id, will, orders, description, fundName }) => ({
    id: id as SocialChallengeId,
    will,
    orders,
    description,
    fundName,
  }));
}
