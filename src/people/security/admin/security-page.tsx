import { useQuery } from '#kit/client/use-query.ts';
import { firstPage } from '#kit/lists/list-place.ts';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import type { SecurityDay } from '#people/security/security-event.ts';
import { DayChoice } from './day-choice.tsx';
import { DaySums } from './day-sums.tsx';
import { securityLook, securitySource } from './security-list.tsx';

export const meta = () => [
  { title: 'セキュリティの記録｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** A day's security events: the counts by kind, and each event. */
export default function SecurityPage() {
  const list = useList(securitySource);
  const { day: chosen, typed, outcome } = list.place.filters;
  const query = chosen ? `?${new URLSearchParams({ day: chosen })}` : '';
  const { value: day } = useQuery<SecurityDay>(
    `/api/office/security-events/counts${query}`,
    undefined,
    { keepsLast: true },
  );
  return (
    <>
      <PageHead title="セキュリティの記録">{day && <DayChoice day={day} list={list} />}</PageHead>
      <DaySums day={day} list={list} />
      <Panel label="セキュリティの記録の一覧">
        <ListScreen
          list={list}
          look={securityLook(list)}
          counts={day && countsByKind(day, outcome)}
          narrowing={
            typed && (
              <ButtonLink
                to={list.pathTo({ ...firstPage, filters: { ...list.place.filters, typed: '' } })}
                variant="quiet"
                size="small"
              >
                {`宛先の符号 ${typed.slice(0, 8)} の絞り込みを外す`}
              </ButtonLink>
            )
          }
        />
      </Panel>
    </>
  );
}

/** The number of events for each chip of the list; '' is all of them. */
function countsByKind({ counts }: SecurityDay, outcome: string | undefined) {
  const sums: Record<string, number> = { '': 0 };
  for (const one of counts) {
    if (outcome && one.outcome !== outcome) continue;
    sums[one.kind] = (sums[one.kind] ?? 0) + one.count;
    sums[''] = (sums[''] ?? 0) + one.count;
  }
  return sums;
}
