import { and, desc, eq } from 'drizzle-orm';
import {
  type ApplicationState,
  applicationStateFacts,
} from '#domain/applications/application-state.ts';
import { type Changes, changedLabels } from '#domain/applications/edited-fields.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { paperEvents } from '#domain/identity-checks/identity-check.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { EventRow } from '#server/applications/application-row.ts';
import { paperEventOf } from '#server/applications/paper-event.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { applicationChanges, applicationEvents } from '#server/db/schema/applications.ts';

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
