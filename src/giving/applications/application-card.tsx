import type { ReactNode } from 'react';
import { imageAt, imageSet } from '#kit/images/shown-image.ts';
import { Card } from '#kit/ui/card.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Letter } from '#kit/ui/text/letter.tsx';
import { Timeline } from '#kit/ui/timeline.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { arrivedWords, missingWords } from '#warehouse/intake/arrival.ts';
import type { ApplicationStatus } from './application.ts';
import { applicationStateFacts, stageOf } from './application-state.ts';
import { latestNews, timelineOf } from './application-timeline.ts';
import { GiftLine } from './gift-line.tsx';
import { ItemTable } from './item-table.tsx';

/** Longer lists of goods are folded. */
const mostItemsShown = 5;

type ApplicationCardProps = {
  application: ApplicationStatus;
  /** Level of its heading. */
  level?: 2 | 3;
  /** The whole way of the gift, in place of its steps, goods and sums. */
  trace?: ReactNode;
  /** Actions and further facts. */
  children?: ReactNode;
};

/** An application as its donor sees it: recipient, progress, latest news and amount. */
export function ApplicationCard({ application, level, trace, children }: ApplicationCardProps) {
  const { appraisalId, kind, state, targetName, needReceipt } = application;
  const stage = stageOf(application);
  return (
    <Card as="article" aria-label={`${targetName}への寄付（${appraisalId}）`}>
      <CardHeader
        {...application}
        level={level}
        date={application.createdAt}
        amountYen={stage === 'ended' ? null : application.amountYen}
        isAppraisal={stage === 'under-way'}
      >
        {/* A fund issues no receipts, even if the application asks for one. */}
        {stage === 'donated' && kind === 'direct' && <ReceiptChip needReceipt={needReceipt} />}
        {stage === 'ended' && <Chip>{applicationStateFacts[state].label}</Chip>}
      </CardHeader>
      <ApplicationContent application={application} isGiven={false} trace={trace}>
        {children}
      </ApplicationContent>
    </Card>
  );
}

/** The events of an application, the destination of its goods, and its donor's actions (`children`). */
export function ApplicationContent({
  application,
  isGiven,
  trace,
  children,
}: {
  application: ApplicationStatus;
  /** Shown as a donation, whose own line already states the result. */
  isGiven: boolean;
  /** The whole way of the gift, in place of its steps, goods and sums. */
  trace?: ReactNode;
  children?: ReactNode;
}) {
  const { state, items, pieces, boxes } = application;
  return (
    <>
      {!trace && (
        <div className="mt-6">
          <Timeline label="お申し込みの流れ" entries={timelineOf(application)} />
        </div>
      )}
      {(stageOf(application) !== 'donated' || !isGiven) && (
        <p className="mt-6 rounded-tile bg-sand px-4 py-3">{latestNews(application)}</p>
      )}
      {application.arrival && (
        <p className="mt-4 text-sm">
          届いた箱：{arrivedWords(application.arrival, boxes)}。届いていない箱：
          {missingWords(application.arrival)}。
        </p>
      )}
      {trace && <div className="mt-6">{trace}</div>}
      <CorrectionNotice correction={application.correction} />
      <NothingGainedNotice nothingGained={application.nothingGained} />
      <Letters from={application.targetName} thanks={application.thanks} />
      {(!trace || items.length === 0) &&
        pieces &&
        state !== 'cancelled' &&
        (state !== 'returned' || items.length > 0) && (
          <div className="mt-6">
            {items.length > mostItemsShown ? (
              <Disclosure summary={`お品物ごとの明細（${pieces.count}点）`}>
                <ItemTable items={items} pieces={pieces} boxes={boxes} />
              </Disclosure>
            ) : (
              <ItemTable items={items} pieces={pieces} boxes={boxes} />
            )}
          </div>
        )}
      {!trace && application.sums && (
        <div className="mt-6">
          <GiftLine
            label="寄付額の内訳"
            sums={application.sums}
            recipient={application.kind === 'direct' ? '団体' : '基金'}
          />
        </div>
      )}
      {children}
    </>
  );
}

/** Whether the donor requested a receipt. */
export function ReceiptChip({ needReceipt }: { needReceipt: boolean }) {
  return needReceipt ? (
    <Chip tone="leaf">受領証明書を希望</Chip>
  ) : (
    <Chip>受領証明書は希望しない</Chip>
  );
}

/** Date, number and recipient, with the amount on the right. */
function CardHeader({
  date,
  appraisalId,
  targetName,
  associateId,
  amountYen,
  isAppraisal,
  level = 3,
  children,
}: {
  date: string;
  appraisalId: string;
  targetName: string;
  /** '' for a fund, which has no page. */
  associateId: string;
  amountYen: number | null;
  /** The amount is not donated yet. */
  isAppraisal?: boolean;
  level?: 2 | 3;
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-2 tabular-nums">
          <span>{formatDate(date)}</span>
          <span className="whitespace-nowrap">申込番号 {appraisalId}</span>
        </p>
        <Heading className="mt-1 font-sans text-lg narrow:text-xl">
          {associateId ? (
            <Link to={`/associate/${associateId}`} className="no-underline hover:underline">
              {targetName}
            </Link>
          ) : (
            targetName
          )}
        </Heading>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 narrow:flex-col narrow:items-end">
        {amountYen !== null && (
          <p className="figures text-2xl whitespace-nowrap text-coral-dark narrow:text-3xl">
            <span className="mr-2 text-sm text-ink-2">{isAppraisal ? '査定額' : '寄付額'}</span>
            {formatYen(amountYen)}円
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

/** An organisation's letters to the donor: the newest open, the others folded. */
function Letters({ from, thanks }: { from: string; thanks: ApplicationStatus['thanks'] }) {
  if (thanks.length === 0) return null;
  return (
    <section aria-label="団体からのお礼" className="mt-6 grid gap-4">
      {thanks.map(({ id, title, blocks, image, at }) => (
        <Letter
          key={id}
          from={from}
          date={formatDate(at)}
          title={title}
          blocks={blocks}
          picture={
            image && (
              <img
                src={imageAt(image.image, Math.min(...image.widths))}
                srcSet={imageSet(image.image, image.widths)}
                sizes="(width >= 48rem) 700px, 100vw"
                width={image.width}
                height={image.height}
                alt={image.alt}
                loading="lazy"
                className="h-auto max-h-96 w-full object-cover"
              />
            )
          }
        />
      ))}
    </section>
  );
}

/** Tells a donor about a corrected result: its old and new content, and why. */
function CorrectionNotice({ correction }: Pick<ApplicationStatus, 'correction'>) {
  if (!correction) return null;
  const { before, after, reason, at } = correction;
  return (
    <div className="mt-6">
      <Notice title={`査定の結果を訂正しました（${formatDate(at)}）`}>
        <p>
          {before} <span aria-hidden="true">→</span>
          <span className="sr-only">から</span> <b>{after}</b>
        </p>
        <p className="whitespace-pre-line">理由：{reason}</p>
      </Notice>
    </div>
  );
}

/** Tells a donor whose goods brought nothing why, what happened to them, what helps next time, and thanks. */
function NothingGainedNotice({ nothingGained }: Pick<ApplicationStatus, 'nothingGained'>) {
  if (!nothingGained) return null;
  const { reasons, goods, hints } = nothingGained;
  return (
    <section aria-label="今回のお品物について" className="mt-6 grid gap-3">
      <Part title="値段がつかなかった、おもな理由" lines={reasons} />
      <Part title="お品物の行き先" lines={goods} />
      <Part title="次にお送りくださるときは" lines={hints} />
      <p>ご自宅で選び、詰めて、お送りくださったお手間とお気持ちに、心からお礼を申し上げます。</p>
    </section>
  );
}

function Part({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <p className="font-bold">{title}</p>
      <ul className="list-disc pl-6">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
