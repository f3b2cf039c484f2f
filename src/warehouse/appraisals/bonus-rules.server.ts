import { and, eq, inArray } from 'drizzle-orm';
import { campaignAssociates } from '#giving/campaigns/campaign-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { holdingVersion, type VersionedKind } from '#kit/versions/versions.server.ts';
import { type Bonus, type BonusRules, bonusOf, defaultBonusRules } from './bonus.ts';
import { BonusRules as Schema } from './bonus-rules-schema.ts';
import type { ReceivedApplication } from './receiving.server.ts';

type Source = Database | Transaction;

/** The only key: there is a single record. */
export const bonusRulesKey = 'service';

/** Rules for bonuses on appraisals, edited by the operator in versions. */
export const bonusRulesKind: VersionedKind<BonusRules> = {
  kind: 'bonus-rules',
  schema: Schema,
  asDelivered: (_source, key) => (key === bonusRulesKey ? defaultBonusRules : undefined),
};

/** Bonus of this appraisal on this day. */
export async function bonusFor(
  source: Source,
  application: Pick<ReceivedApplication, 'kind' | 'associateId'>,
  { appraisedYen, day }: { appraisedYen: number; day: string },
): Promise<Bonus> {
  const holding = await holdingVersion(bonusRulesKind, source, bonusRulesKey, day);
  const { rules } = holding?.content ?? defaultBonusRules;
  return bonusOf(rules, {
    appraisedYen,
    day,
    kind: application.kind === 'fund' ? 'fund' : 'direct',
    campaigns: await campaignsOf(
      source,
      application.associateId,
      rules.map(({ campaign }) => campaign),
    ),
  });
}

/** The named campaigns in which an organisation takes part. */
async function campaignsOf(
  source: Source,
  associateId: string | null,
  named: readonly string[],
): Promise<string[]> {
  const keys = [...new Set(named)].filter((key) => key !== '');
  if (associateId === null || keys.length === 0) return [];
  const rows = await source
    .select({ year: campaignAssociates.year, token: campaignAssociates.token })
    .from(campaignAssociates)
    .where(
      and(
        eq(campaignAssociates.associateId, associateId),
        inArray(
          campaignAssociates.year,
          keys.map((key) => Number(key.slice(0, 4))),
        ),
        inArray(
          campaignAssociates.token,
          keys.map((key) => key.slice(5)),
        ),
      ),
    );
  return rows.map(({ year, token }) => `${year}:${token}`).filter((key) => keys.includes(key));
}
