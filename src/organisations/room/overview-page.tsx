import type { ReactNode } from 'react';
import { ColumnChart } from '#kit/charts/column-chart.tsx';
import { FiguresTable } from '#kit/charts/figures-table.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { certificationAlert } from './certification-alert.ts';
import { OwnAssociate } from './own-associate.tsx';
import { mostCountedInRoom, type RoomFacts } from './room.ts';
import type { StaffMonth } from './staff-associate.ts';
import { roomPath, useRoom } from './use-room.ts';

/** Open tasks and donations of an organisation. */
export default function RoomOverview() {
  const { associate, facts, mayChange } = useRoom();
  return (
    <>
      <p className="mb-6 text-ink-2">
        寄付者のお名前やご住所は表示されません。
        {!mayChange && 'いまの役割では、閲覧だけができます。'}
      </p>
      <SuggestedTasks facts={facts} mayChange={mayChange} />
      <OwnAssociate associate={associate} hasPage={facts.state !== 'draft'}>
        <Months months={associate.months} />
      </OwnAssociate>
      <p className="mt-6">
        <Link
          to={`/staff/${associate.id}/donations`}
          className="inline-flex min-h-11 items-center text-coral-dark underline"
        >
          いただいた寄付の一覧へ
        </Link>
      </p>
    </>
  );
}

/** The donations of the last twelve months, as a chart with a table of its figures. */
function Months({ months }: { months: readonly StaffMonth[] }) {
  return (
    <section aria-labelledby="months" className="mt-10">
      <h3 id="months" className="mb-4 font-sans text-lg">
        この12か月の寄付（円）
      </h3>
      {months.every(({ count }) => count === 0) ? (
        <p className="text-ink-2">ご寄付が届くと、ここに月ごとのグラフが表示されます。</p>
      ) : (
        <Chart months={months} />
      )}
    </section>
  );
}

function Chart({ months }: { months: readonly StaffMonth[] }) {
  return (
    <>
      <ColumnChart
        label="この12か月の、月ごとの寄付の金額の棒グラフ"
        columns={months.map(({ month, yen }) => ({
          name: String(Number(month.slice(5))),
          unit: '月',
          value: yen,
        }))}
      />
      <FiguresTable
        caption="この12か月の、月ごとの寄付の件数と金額"
        nameLabel="月"
        rows={[...months].reverse().map(({ month, count, yen }) => ({
          name: `${month.slice(0, 4)}年${Number(month.slice(5))}月`,
          count,
          amountYen: yen,
        }))}
      />
    </>
  );
}

const cappedCount = (count: number) =>
  count >= mostCountedInRoom ? `${mostCountedInRoom}件以上` : `${count}件`;
const kindPaths = {
  associate: 'page',
  activity: 'activities',
  thanks: 'thanks',
  'use-report': 'uses',
} as const;
const kindLabels = {
  associate: '団体のページ',
  activity: '活動',
  thanks: 'お礼',
  'use-report': '使い道の報告',
} as const;

/** Suggested next actions for an organisation's people. */
function SuggestedTasks({ facts, mayChange }: { facts: RoomFacts; mayChange: boolean }) {
  const { id, state, returned, unthankedCount, unansweredPledgeCount, waitingCount } = facts;
  const { blockedAccount, unconfirmedCount, lateGiftCount } = facts;
  const alert = certificationAlert(facts.certifications, jstDay(new Date()));
  const lines: { key: string; to: string; text: ReactNode }[] = [
    ...(blockedAccount
      ? [
          {
            key: 'account',
            to: '/contact',
            text: `${formatDate(blockedAccount.returnedOn)}に、ご登録の口座へのお振り込みが戻ってきました（${blockedAccount.reason}）。口座を改めて確認できるまで、送金をお待ちいただいています。通帳の支店・番号・名義をお確かめのうえ、お問い合わせからお知らせください。`,
          },
        ]
      : []),
    ...(state === 'draft' && waitingCount === 0 && mayChange
      ? [
          {
            key: 'page',
            to: roomPath(id, 'page'),
            text: '団体のページは、まだ公開されていません。ページを書いて、運営に確認をご依頼ください。',
          },
        ]
      : []),
    ...returned.map(({ kind, id: textId, title, reason }) => ({
      key: `${kind} ${textId}`,
      to: roomPath(id, textId ? `${kindPaths[kind]}/${textId}` : kindPaths[kind]),
      text: `${kindLabels[kind]}${title ? `「${title}」` : ''}が運営から差し戻されています。理由：${reason}`,
    })),
    ...(unconfirmedCount > 0
      ? [
          {
            key: 'transfers',
            to: roomPath(id, 'uses'),
            text: `お送りした${unconfirmedCount}件の送金について、受け取りをお知らせください。`,
          },
        ]
      : []),
    ...(lateGiftCount > 0 && mayChange
      ? [
          {
            key: 'uses',
            to: roomPath(id, 'uses'),
            text: `届いてから90日を過ぎたご寄付が${formatYen(lateGiftCount)}件あります。使い道をお知らせいただけますか。`,
          },
        ]
      : []),
    ...(unthankedCount > 0 && mayChange
      ? [
          {
            key: 'thanks',
            to: roomPath(id, 'thanks'),
            text: `この90日のご寄付のうち、${cappedCount(unthankedCount)}にまだお礼をお届けしていません。`,
          },
        ]
      : []),
    ...(unansweredPledgeCount > 0 && mayChange
      ? [
          {
            key: 'pledges',
            to: roomPath(id, 'pledges'),
            text: `お返事をしていない#mypledgeが${cappedCount(unansweredPledgeCount)}あります。`,
          },
        ]
      : []),
    ...(alert ? [{ key: 'certification', to: roomPath(id, 'certifications'), text: alert }] : []),
  ];
  return (
    <Card as="section" aria-labelledby="waits" className="mb-6">
      <h2 id="waits" className="text-xl narrow:text-2xl">
        いま、していただけること
      </h2>
      {lines.length === 0 ? (
        <p className="mt-3">いまは、お待ちしていることはありません。いつもありがとうございます。</p>
      ) : (
        <ul className="mt-3 divide-y divide-dashed divide-line">
          {lines.map(({ key, to, text }) => (
            <li key={key}>
              <Link to={to} className="block py-3 text-coral-dark underline wrap-anywhere">
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {waitingCount > 0 && (
        <p className="mt-3 text-sm text-ink-2">
          運営の確認を待っている内容が{waitingCount}件あります。確認が済むと公開されます。
        </p>
      )}
    </Card>
  );
}
