import { asc, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
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

async function readFiscalYear(source: Source, associateId: string, now: Date): Promise<FiscalYear> {
  const changes = await readChanges(source, associateId);
  const currentStarts = standingStarts(changes.map(({ startsIn }) => startsIn));
  const month = jstMonth(now);
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

/** Fiscal year of any organisation, for operators. */
export const fiscalYearOf = ({ db, clock }: Context, associateId: string): Promise<FiscalYear> =>
  readFiscalYear(db, associateId, clock());

/** Fiscal year of one of the person's organisations. */
export function ownFiscalYear(
  ctx: Context,
  person: Person,
  associateId: string,
): Promise<FiscalYear> {
  demandMember(person, associateId, 'read');
  return fiscalYearOf(ctx, associateId);
}

/** Records a change for any organisation. Refuses (Conflict) a stale version. */
export const changeFiscalYear = (
  { db, clock }: Context,
  person: Person,
  associateId: string,
  { startsIn, version }: FiscalYearChange,
): Promise<FiscalYear> =>
  transaction(db, async (tx) => {
    await lockAssociate(tx, associateId);
    const { version: found } = await readFiscalYear(tx, associateId, clock());
    if (found !== version) {
      throw refuse(
        'Conflict',
        '事業年度は、ほかの画面で変更されています。内容を読み込み直してから、もう一度お試しください。',
      );
    }
    if (found >= mostChanges) {
      throw refuse('Conflict', `事業年度の変更は${mostChanges}回までです。運営にご連絡ください。`);
    }
    const at = clock();
    await tx.insert(fiscalYearChanges).values({ associateId, startsIn, changedBy: person.uid, at });
    await audit(tx, person, 'fiscal-years.change', ['associate', associateId], {
      at,
      from: startsIn,
    });
    return readFiscalYear(tx, associateId, at);
  });

/** The same by an editor of the organisation. */
export async function changeOwnFiscalYear(
  ctx: Context,
  person: Person,
  associateId: string,
  change: FiscalYearChange,
): Promise<FiscalYear> {
  demandMember(person, associateId, 'change');
  return changeFiscalYear(ctx, person, associateId, change);
}
