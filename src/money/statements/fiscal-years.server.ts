import { asc, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { jstMonth, toTimestamp } from '#kit/values/timestamp.ts';
import { lockAssociate } from '#organisations/associates/associate-row.server.ts';
import { demandMember } from '#organisations/room/memberships.server.ts';
import {
  type FiscalYear,
  type FiscalYearChange,
  standingStarts,
  startChoices,
  usualFirstMonth,
} from './period.ts';
import { fiscalYearChanges } from './statement-tables.server.ts';

type Source = Database | Transaction;

/** Upper bound of recorded changes. */
const mostChanges = 50;

const readChanges = (source: Source, associateId: string) =>
  source
    .select()
    .from(fiscalYearChanges)
    .where(eq(fiscalYearChanges.associateId, associateId))
    .orderBy(asc(fiscalYearChanges.id))
    .limit(mostChanges);

/** Months in which fiscal years start, in the order of recording. */
export const fiscalStartsOf = async (source: Source, associateId: string): Promise<string[]> =>
  (await readChanges(source, associateId)).map(({ startsIn }) => startsIn);

/** Fiscal years of organisations, set by their editors and by operators. Each change is recorded. */
export const fiscalYears = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => {
  async function read(source: Source, associateId: string): Promise<FiscalYear> {
    const changes = await readChanges(source, associateId);
    const currentStarts = standingStarts(changes.map(({ startsIn }) => startsIn));
    const month = jstMonth(clock());
    const present = currentStarts.findLast((start) => start <= month);
    return {
      firstMonth: present === undefined ? usualFirstMonth : Number(present.slice(5)),
      version: changes.length,
      choices: startChoices(Number(month.slice(0, 4))),
      changes: changes
        .map(({ startsIn, at }, index) => ({
          ...{ startsIn, at: toTimestamp(at) },
          stands: !changes.slice(index + 1).some((later) => later.startsIn <= startsIn),
        }))
        .toReversed(),
    };
  }
  const change = (person: Person, associateId: string, { startsIn, version }: FiscalYearChange) =>
    transaction(db, async (tx) => {
      await lockAssociate(tx, associateId);
      const { version: found } = await read(tx, associateId);
      if (found !== version) {
        throw refuse(
          'Conflict',
          '事業年度は、ほかの画面で変更されています。内容を読み込み直してから、もう一度お試しください。',
        );
      }
      if (found >= mostChanges) {
        throw refuse(
          'Conflict',
          `事業年度の変更は${mostChanges}回までです。運営にご連絡ください。`,
        );
      }
      const at = clock();
      await tx
        .insert(fiscalYearChanges)
        .values({ associateId, startsIn, changedBy: person.uid, at });
      await audit(tx, person, 'fiscal-years.change', ['associate', associateId], {
        at,
        from: startsIn,
      });
      return read(tx, associateId);
    });
  return {
    ofRoom(person: Person, associateId: string): Promise<FiscalYear> {
      demandMember(person, associateId, 'read');
      return read(db, associateId);
    },
    async changeOwn(person: Person, associateId: string, wish: FiscalYearChange) {
      demandMember(person, associateId, 'change');
      return change(person, associateId, wish);
    },
    ofAny: (associateId: string) => read(db, associateId),
    changeAny: change,
  };
};
