import { and, eq, isNull } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { formerAddressOf } from '#warehouse/identity-checks/letter-address.server.ts';
import { needsLetter, usualMethod } from '#warehouse/identity-checks/methods.ts';
import { appraisalItems, appraisals } from '#warehouse/results/result-tables.server.ts';
import { identityLetters } from './dealer-ledger-tables.server.ts';
import { isDemanded, type MissingFact, missingFacts, missingOf } from './duty.ts';
import { readLedgerSettings } from './ledger-settings.server.ts';

/** Facts missing for the lines of an appraised application; none if no lines are required. */
export async function findMissing(
  source: Database | Transaction,
  appraisalId: string,
): Promise<MissingFact[]> {
  const [found] = await source
    .select({ application: applications, result: appraisals, letter: identityLetters })
    .from(applications)
    .innerJoin(
      appraisals,
      and(eq(appraisals.appraisalId, applications.appraisalId), isNull(appraisals.reversedAt)),
    )
    .leftJoin(identityLetters, eq(identityLetters.appraisalId, applications.appraisalId))
    .where(eq(applications.appraisalId, appraisalId));
  if (found?.result.outcome !== 'completed') return [];
  const { application, result, letter } = found;
  const settings = await readLedgerSettings(source);
  if (settings[application.kind as 'fund' | 'direct'] !== 'careful') return [];
  const items = await source
    .select()
    .from(appraisalItems)
    .where(eq(appraisalItems.appraisalRowId, result.id));
  const { donationYen } = result;
  const anyItem = { name: '', feature: '', category: '', amountYen: 1 };
  if (![anyItem, ...items].some((item) => isDemanded(item, donationYen))) return [];
  return missingOf(result, items, {
    name: application.lastName + application.firstName,
    address: application.prefecture + application.line1,
    birth: application.birth,
    occupation: application.occupation,
    letterDemanded: needsLetter(letter?.method ?? usualMethod),
    letterDeliveredOn: letter?.deliveredOn ?? null,
    formerAddress: formerAddressOf(application, letter),
  });
}

const namesOf = (missing: readonly MissingFact[]) =>
  missing.map((fact) => missingFacts[fact].label).join('、');

/** Missing facts behind results with approved identities: lines that would be incomplete, by number. */
export async function findIncomplete(
  tx: Transaction,
  appraisalIds: readonly string[],
): Promise<Map<string, string>> {
  const problems = new Map<string, string>();
  for (const appraisalId of appraisalIds) {
    const missing = await findMissing(tx, appraisalId);
    if (missing.length === 0) continue;
    const problem = `古物台帳の項目がそろっていません（足りない項目：${namesOf(missing)}）`;
    problems.set(appraisalId, problem);
  }
  return problems;
}

/** Refuses (Conflict, names what is missing) while lines required by law would be incomplete. */
export async function refuseUnlessComplete(tx: Transaction, appraisalId: string): Promise<void> {
  const missing = await findMissing(tx, appraisalId);
  if (missing.length === 0) return;
  throw refuse(
    'Conflict',
    `古物台帳の項目がそろっていないため、まだ承認できません。足りない項目：${namesOf(missing)}。本人確認の画面（/admin/identity-checks/${appraisalId}）で補ってください。`,
  );
}
