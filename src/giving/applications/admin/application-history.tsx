import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { changeLines } from '#giving/applications/edited-fields.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { paperEvents } from '#warehouse/identity-checks/identity-check.ts';

type Event = AdminApplicationDetail['history'][number];

const actorLabels: Record<string, string> = {
  donor: '寄付者',
  guest: '寄付者（ゲスト）',
  operator: '運営',
  staff: '団体',
  system: '自動',
};

/** All steps, newest first: when, by whom, and the internal note. */
export function ApplicationHistory({
  history,
  editPath,
}: {
  history: readonly Event[];
  /** Path for undoing an edit; undefined for those who may not. */
  editPath: string | undefined;
}) {
  return (
    <Panel title="記録">
      <ol className="divide-y divide-dashed divide-line">
        {history.toReversed().map((event) => (
          <li key={event.id} className="py-2.5 first:pt-0 last:pb-0">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-bold">{labelOf(event)}</span>
              <span className="text-sm text-ink-2">
                {event.actorName || (actorLabels[event.doneBy] ?? event.doneBy)}
              </span>
            </p>
            <p className="text-sm text-ink-2 tabular-nums">{formatDateTime(event.at)}</p>
            {event.change && <Change change={event.change} editPath={editPath} />}
            {event.note && (
              <p className="mt-1 rounded-lg bg-honey-soft px-3 py-1.5 text-sm whitespace-pre-line">
                {event.note}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** What an edit changed and why, with a link to undo it. */
function Change({
  change: { id, reason, changes },
  editPath,
}: {
  change: NonNullable<Event['change']>;
  editPath: string | undefined;
}) {
  return (
    <div className="mt-1 rounded-lg bg-sand px-3 py-1.5 text-sm">
      <ul>
        {changeLines(changes).map(({ label, before, after }) => (
          <li key={label} className="wrap-anywhere">
            <b>{label}</b>：{before || '（なし）'} → {after || '（なし）'}
          </li>
        ))}
      </ul>
      <p className="text-ink-2">理由：{reason}</p>
      {editPath && (
        <Link
          to={`${editPath}?undo=${id}`}
          className="inline-flex min-h-11 items-center text-coral-dark underline"
        >
          この変更を元に戻す
        </Link>
      )}
    </div>
  );
}

function labelOf(event: Event): string {
  const { fromState, toState, doneBy, isSkipped, note, undoes, isCorrection } = event;
  if (isCorrection) return '査定結果の訂正';
  const isEdit = doneBy === 'operator' && note === '';
  if (fromState === 'appraised' && toState === 'appraised' && !isEdit) {
    return (doneBy === 'operator' ? paperEvents.returned : paperEvents.sent).label;
  }
  if (fromState === toState) return '内容の変更';
  const label = applicationStateFacts[toState].admin;
  if (undoes !== null) return note === '' ? `取り消して「${label}」へ` : `「${label}」に直した`;
  return isSkipped ? `${label}（省略）` : label;
}
