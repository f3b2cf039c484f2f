import type { Database, Transaction } from '#kit/db/database.server.ts';
import { sampleRecord } from '#kit/db/sample-state.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { type VersionedKind, versionsOf } from '#kit/versions/versions.server.ts';
import { emptyFacts, type ServiceFacts, sampleFacts } from './service-facts.ts';
import { ServiceFactsSchema } from './service-facts-schema.ts';

/** The only key of this kind. */
export const serviceFactsKey = 'service';

const serviceFactsKind: VersionedKind<ServiceFacts> = {
  kind: 'service-facts',
  schema: ServiceFactsSchema,
  // Sample facts are used only with sample data.
  asDelivered: async (source, key) =>
    key !== serviceFactsKey ? undefined : (await sampleRecord(source)) ? sampleFacts : emptyFacts,
};

/** Current facts, read in the caller's transaction. */
export async function factsNow(
  source: Database | Transaction,
  dependencies: Pick<Dependencies, 'db' | 'clock'>,
): Promise<ServiceFacts> {
  const versions = versionsOf(dependencies, serviceFactsKind);
  return (await versions.current(serviceFactsKey, source))?.content ?? emptyFacts;
}

/** Address for visitors' messages: OPERATOR_EMAIL, else the published one. */
export const operatorAddress = async (
  tx: Database | Transaction,
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'operatorEmail'>,
): Promise<string> => dependencies.operatorEmail || (await factsNow(tx, dependencies)).email;

/** Facts about the operator of the service, edited and published in versions (docs/decisions/0018). */
export const serviceFacts = ({
  db,
  clock,
  topics,
}: Pick<Dependencies, 'db' | 'clock'> & { topics: Topics }) => {
  const versions = versionsOf({ db, clock }, serviceFactsKind);
  return {
    versions,

    /** Facts in force today, and whether they are the sample. */
    current: cached(
      { topics, clock },
      ['associates', 'content'],
      async (): Promise<ServiceFacts & { isSample: boolean }> => {
        const holding = await versions.current(serviceFactsKey);
        const facts = holding?.content ?? emptyFacts;
        return { ...facts, isSample: holding?.number === 0 && facts.name !== '' };
      },
    ),
  };
};
