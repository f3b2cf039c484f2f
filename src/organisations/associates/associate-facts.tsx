import type { ReactNode } from 'react';
import { Chip } from '#kit/ui/chip.tsx';
import { Fact } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Ribbon } from '#kit/ui/ribbon.tsx';
import { shownDate } from '#kit/values/text/shown-date.ts';
import { formatYen } from '#kit/values/yen.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import type { AssociateDetail } from './associate.ts';
import { classifications } from './classification.ts';
import { Cover } from './cover.tsx';

/**
 * Name, amount given and the application button, all in the first view of a phone; then the rest. `isWhole`: on the
 * other tabs a phone shows the first part alone, so that the tab's content is in view.
 */
export function AssociateFacts({
  associate,
  action,
  arrives,
  isWhole,
  Name = 'h1',
}: {
  associate: AssociateDetail;
  /** The application button. */
  action: ReactNode;
  /** The share of a gift that arrives; '' where no gifts are taken. */
  arrives: string;
  isWhole: boolean;
  /** The name's element, where the page has a heading of its own. */
  Name?: 'h1' | 'h2';
}) {
  const { name, summary, classification, locations, isDeductible } = associate;
  const rest = isWhole ? '' : 'max-narrow:hidden';
  return (
    <header className="relative mb-4 overflow-hidden rounded-card border border-line bg-paper narrow:mb-8 desktop:grid desktop:grid-cols-[2fr_3fr]">
      <Cover
        associateId={associate.id}
        challengeId={associate.socialChallenges[0]}
        image={associate.coverImage}
        sizes="(width >= 67.5rem) 400px, 100vw"
        className="h-20 narrow:h-44 desktop:h-full"
        patch="h-[76%] narrow:h-[62%]"
      />
      {isDeductible && <Ribbon>控除対象</Ribbon>}
      <div className="p-4 narrow:p-6">
        <p className="text-sm text-ink-2 max-narrow:truncate">
          {classifications[classification].label}・{locations.join('、')}
        </p>
        <Name className="mt-1 font-sans max-narrow:line-clamp-3 max-narrow:text-xl">{name}</Name>
        <p className={`mt-2 max-narrow:line-clamp-2 ${rest}`}>{summary}</p>
        <DonationTotals associate={associate} />
        {arrives !== '' && <p className={`mt-3 text-sm ${rest}`}>{arrives}</p>}
        <div className="mt-4">{action}</div>
        <ul className={`mt-4 flex flex-wrap gap-2 ${rest}`}>
          {associate.socialChallenges.map((challenge) => (
            <li key={challenge}>
              <Chip>{socialChallenges[challenge].label}</Chip>
            </li>
          ))}
        </ul>
        <hr className={`stitch my-5 ${rest}`} />
        <dl className={`grid grid-cols-2 gap-x-6 gap-y-3 text-sm narrow:grid-cols-4 ${rest}`}>
          <Fact look="stack" label="参加した日">
            {shownDate(associate.createdAt)}
          </Fact>
          {associate.foundedYear !== null && (
            <Fact look="stack" label="活動の開始">
              {associate.foundedYear}年
            </Fact>
          )}
          <Fact look="stack" label="代表者">
            {associate.representative}
          </Fact>
          <Fact look="stack" label="所在地">
            {associate.address}
          </Fact>
        </dl>
      </div>
    </header>
  );
}

/** Total and number of donations; before the first one, an invitation. */
function DonationTotals({
  associate: { id, stat, totalYen, deliveredYen },
}: {
  associate: AssociateDetail;
}) {
  return (
    <>
      {stat.totalCount === 0 && (
        <p className="mt-3 font-bold text-coral-dark">
          ご寄付はこれからです。最初の応援者になりませんか。
        </p>
      )}
      <dl
        className={`mt-3 grid grid-cols-[1fr_1fr_auto] gap-x-3 narrow:grid-cols-3 text-sm ${stat.totalCount === 0 ? 'sr-only' : ''}`}
      >
        <Fact look="stack" label="今月のご寄付">
          <Figure value={stat.monthlyCount} unit="件" />
        </Fact>
        <Fact look="stack" label="累計のご寄付">
          <Figure value={stat.totalCount} unit="件" />
        </Fact>
        <Fact look="stack" label="寄付額の合計">
          {totalYen === null ? (
            '5件に満たないあいだは非公開'
          ) : (
            <Figure value={totalYen} unit="円" />
          )}
        </Fact>
      </dl>
      {stat.totalCount > 0 && (
        <p className="mt-2 text-sm text-ink-2">
          {deliveredYen !== null && `これまでに届いた額は${formatYen(deliveredYen)}円です。`}
          <Link
            to={`/ledger?associate=${id}`}
            className="ml-1 whitespace-nowrap text-coral-dark underline"
          >
            お金の記録を見る
          </Link>
        </p>
      )}
    </>
  );
}

function Figure({ value, unit }: { value: number; unit: string }) {
  return (
    <span className="whitespace-nowrap">
      <span className="figures text-xl text-coral-dark narrow:text-2xl">{formatYen(value)}</span>
      {unit}
    </span>
  );
}
