import { and, desc, eq } from 'drizzle-orm';
import type { EventRow } from '#giving/applications/application-row.server.ts';
import { paperEventOf } from '#giving/applications/application-row.server.ts';
import {
  type ApplicationState,
  applicationStateFacts,
} from '#giving/applications/application-state.ts';
import {
  applicationChanges,
  applicationEvents,
} from '#giving/applications/application-tables.server.ts';
import { type Changes, changedLabels } from '#giving/applications/edited-fields.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { paperEvents } from '#warehouse/identity-checks/identity-check.ts';

type Versioned = { appraisalId: string; version: number };

const mostTold = 3;
const unknown = 'ほかの画面で内容が変わっています。';

/** What changed in an application since this version, in a sentence: when, who, what. */
export async function changesSince(
  tx: Database | Transaction,
  { appraisalId, version }: Versioned,
  seen: number,
  at: Date,
): Promise<string> {
  const rows = await tx
    .select({
      event: applicationEvents,
      name: users.lastName,
      email: users.email,
      changes: applicationChanges.changes,
    })
    .from(applicationEvents)
    .leftJoin(users, eq(users.uid, applicationEvents.actorUid))
    .leftJoin(
      applicationChanges,
      and(
        eq(applicationChanges.appraisalId, applicationEvents.appraisalId),
        eq(applicationChanges.at, applicationEvents.at),
      ),
    )
    .where(eq(applicationEvents.appraisalId, appraisalId))
    .orderBy(desc(applicationEvents.id))
    .limit(Math.min(mostTold, Math.max(1, version - seen)));
  if (rows.length === 0) return unknown;
  const told = rows.toReversed().map(({ event, name, email, changes }) => {
    const who = actorText(event, name || email || '運営の担当者');
    return `${timeText(event.at, at)}に${who}${changeText(event, changes as Changes | null)}`;
  });
  return `${told.join('、')}。`;
}

/** Refuses an action on an outdated version, and says what happened since. */
export async function staleWithChanges(
  tx: Database | Transaction,
  row: Versioned,
  seen: number,
  at: Date,
): Promise<Error> {
  const told = await changesSince(tx, row, seen, at);
  return refuse('Conflict', `${told}画面を読み込み直してから、もう一度お試しください。`);
}

const clockTime = new Intl.DateTimeFormat('ja', {
  timeZone: 'Asia/Tokyo',
  hour: '2-digit',
  minute: '2-digit',
});

function timeText(then: Date, now: Date): string {
  const day = jstDay(then);
  const [, month, date] = day.split('-').map(Number);
  return `${day === jstDay(now) ? '' : `${month}/${date} `}${clockTime.format(then)}`;
}

function actorText({ doneBy }: EventRow, name: string): string {
  if (doneBy === 'operator') return `${name}さんが`;
  return doneBy === 'system' ? '自動で' : '寄付者が';
}

function changeText(event: EventRow, changes: Changes | null): string {
  const paper = paperEventOf(event);
  if (paper) return `「${paperEvents[paper].label}」を記録しました`;
  if (event.fromState === event.toState) {
    const labels = changes ? changedLabels(changes) : [];
    return `${labels.length > 0 ? labels.join('・') : '内容'}を直しました`;
  }
  const label = applicationStateFacts[event.toState as ApplicationState].admin;
  return event.undoes === null ? `「${label}」にしました` : `「${label}」に戻しました`;
}
