import { emptyFacts, type ServiceFacts, sampleFacts } from '#domain/service-facts/service-facts.ts';
import { ServiceFactsSchema } from '#domain/service-facts/service-facts-schema.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { sampleRecord } from '#server/db/sample/sample-state.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cached } from '#server/topics/cached.ts';
import type { Topics } from '#server/topics/topics.ts';
import { type VersionedKind, versionsOf } from '#server/versions/versions.ts';

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
