import { Panel } from '#app/admin/panel.tsx';
import type { AdminApplicationDetail } from '#domain/applications/admin-application.ts';
import { applicationStateFacts } from '#domain/applications/application-state.ts';
import { paperEvents } from '#domain/identity-checks/identity-check.ts';
import { formatDateTime } from '#domain/values/timestamp.ts';

type Event = AdminApplicationDetail['history'][number];

const doers: Record<string, string> = {
  donor: '寄付者',
  guest: '寄付者（ゲスト）',
  operator: '運営',
  staff: '団体',
  system: '自動',
};

/** Every step that was taken, the latest first: when, by whom, and the note the donor does not see. */
export function ApplicationHistory({ history }: { history: readonly Event[] }) {
  return (
    <Panel title="記録">
      <ol className="divide-y divide-dashed divide-line">
        {history.toReversed().map((event) => (
          <li key={`${event.at} ${event.toState}`} className="py-2.5 first:pt-0 last:pb-0">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-bold">{labelOf(event)}</span>
              <span className="text-sm text-ink-2">{doers[event.doneBy] ?? event.doneBy}</span>
            </p>
            <p className="text-sm text-ink-2 tabular-nums">{formatDateTime(event.at)}</p>
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

function labelOf({ fromState, toState, doneBy, isSkipped, isCorrection }: Event): string {
  if (isCorrection) return '査定結果の訂正';
  if (fromState === 'appraised' && toState === 'appraised') {
    return (doneBy === 'operator' ? paperEvents.returned : paperEvents.sent).label;
  }
  if (fromState === toState) return '内容の変更';
  const label = applicationStateFacts[toState].admin;
  return isSkipped ? `${label}（省略）` : label;
}
