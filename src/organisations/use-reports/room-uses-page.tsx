import { useState } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Card } from '#kit/ui/card.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { Stat } from '#kit/ui/stat.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { RoomTransfers } from '#organisations/confirmations/room-transfers.tsx';
import { Drafts } from '#organisations/room/drafts.tsx';
import { roomApi, roomPath, useRoom } from '#organisations/room/use-room.ts';
import { ReportForm } from './report-form.tsx';
import { lateAfterDays, type StaffUseReport, type UseFigures } from './use-report.ts';

/** What an organisation says of its gifts: that transfers were received, and what they were used for. */
export default function RoomUsesPage() {
  const { associate, mayChange, reloadFacts } = useRoom();
  const { id } = associate;
  const uses = useQuery(
    addressOf('GET /api/staff/associates/:associateId/use-reports', {
      params: { associateId: id },
    }),
  );
  const { value, problem, reload } = uses;
  // A new report empties the form and is among the drafts, or changes what the next one may cover.
  const [round, setRound] = useState(0);
  return (
    <>
      <RoomTransfers associateId={id} onChanged={reloadFacts} />
      {problem && !value && <LoadFailure message={problem.message} onRetry={reload} />}
      {!value && !problem && <Skeleton lines={6} label="使い道の報告を読み込んでいます" />}
      {value && (
        <>
          <Figures figures={value.figures} />
          {mayChange && value.figures.unreportedYen > 0 && (
            <ReportForm
              key={`form ${round} ${value.figures.unreportedYen}`}
              figures={value.figures}
              onReported={() => {
                setRound(round + 1);
                reload();
              }}
            />
          )}
          <Drafts
            key={`drafts ${round}`}
            path={roomApi(id, '/use-reports/drafts')}
            pathOf={(reportId) => roomPath(id, `uses/${reportId}`)}
          />
          <Reports reports={value.reports} associateId={id} />
        </>
      )}
    </>
  );
}

function Figures({ figures }: { figures: UseFigures }) {
  const { arrivedYen, reportedYen, unreportedYen, unreportedGifts, lateGifts, lateYen } = figures;
  return (
    <Card as="section" aria-labelledby="figures" className="mb-6">
      <h2 id="figures" className="text-xl narrow:text-2xl">
        ご寄付の使い道
      </h2>
      <dl className="mt-5 grid grid-cols-2 gap-y-5 narrow:grid-cols-3">
        <Stat label="団体へ届いた額" value={formatYen(arrivedYen)} unit="円" tone="ink" />
        <Stat label="報告した額" value={formatYen(reportedYen)} unit="円" tone="ink" />
        <Stat
          label={`未報告（${formatYen(unreportedGifts)}件）`}
          value={formatYen(unreportedYen)}
          unit="円"
        />
      </dl>
      {lateGifts > 0 && (
        <p className="mt-4 rounded-tile bg-honey-soft px-4 py-3">
          届いてから{lateAfterDays}日を過ぎたご寄付が{formatYen(lateGifts)}件（
          {formatYen(lateYen)}円）あります。短い文章でかまいません。使い道をお知らせください。
        </p>
      )}
    </Card>
  );
}

function Reports({
  reports,
  associateId,
}: {
  reports: readonly StaffUseReport[];
  associateId: string;
}) {
  return (
    <Card as="section" aria-labelledby="reports">
      <h2 id="reports" className="text-xl narrow:text-2xl">
        お知らせした使い道
      </h2>
      {reports.length === 0 && (
        <p className="mt-3 text-ink-2">まだありません。ご報告は、寄付者のページに届きます。</p>
      )}
      <ul className="mt-2 divide-y divide-dashed divide-line">
        {reports.map((report) => (
          <li key={report.id} className="py-3">
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <Link
                to={roomPath(associateId, `uses/${report.id}`)}
                className="inline-flex min-h-11 items-center font-bold text-coral-dark underline wrap-anywhere"
              >
                {report.title}
              </Link>
              <b className="figures whitespace-nowrap">{formatYen(report.yen)}円</b>
            </p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 tabular-nums">
              <span>
                {formatDate(report.from)}〜{formatDate(report.to)}
              </span>
              <span>寄付{formatYen(report.gifts)}件</span>
              {report.edition > 1 && <Chip>第{report.edition}版</Chip>}
              {report.isHidden && <Chip tone="error">運営が公開を停止</Chip>}
            </p>
            {report.isHidden && (
              <p className="mt-1 text-sm">
                理由：{report.hiddenReason}（文章を直したら、お問い合わせからお知らせください。）
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
