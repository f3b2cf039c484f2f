import { formatYen } from '#kit/values/yen.ts';
import { countsOf } from '#organisations/associates/merge.server.ts';
import type { Shows } from './approval-kinds.server.ts';

/** Rows that move from one record of an organisation to the other. */
export const showMerge: Shows['associate-merge'] = async (tx, { change }) => {
  const [from, into] = [change.from.id, change.into.id];
  const counts = await countsOf(tx, { from, into });
  const moved = [
    ['寄付', counts.donations, `件・${formatYen(counts.donationYen)}円`],
    ['お申し込み', counts.applications, '件'],
    ['#mypledge', counts.pledges, '件'],
    ['活動', counts.activities, '件'],
    ['お礼', counts.thanks, '件'],
  ] as const;
  const line = (label: string, after: string, marks: string[] = []) => ({
    ...{ label, detail: '', before: change.from.name, after, marks },
    to: `associates/${encodeURIComponent(into)}`,
  });
  return [
    ...moved.map(([label, count, unit]) =>
      line(label, `${change.into.name}（${formatYen(count)}${unit}）`),
    ),
    line('担当者', `${change.into.name}を担当します（${formatYen(counts.people)}人）`),
    line(
      '受領証明書（年間）',
      `${formatYen(counts.voidedReceipts)}枚が無効になり、作り直しが要ります`,
      counts.voidedReceipts > 0 ? ['発行済みの受領証明書に影響します'] : [],
    ),
  ];
};
