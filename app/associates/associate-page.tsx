import { data, Outlet, useMatch } from 'react-router';
import { useIsApplying } from '#app/applications/form/use-is-applying.ts';
import { services } from '#app/context.ts';
import { unlessSameUrl } from '#app/revalidation.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Chip } from '#app/ui/chip.tsx';
import { Fact } from '#app/ui/facts.tsx';
import { Tabs } from '#app/ui/navigation/tabs.tsx';
import { Ribbon } from '#app/ui/ribbon.tsx';
import type { AssociateDetail } from '#domain/associates/associate.ts';
import { classifications } from '#domain/associates/classification.ts';
import { socialChallenges } from '#domain/challenges/social-challenge.ts';
import { formatDate } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';
import type { Route } from './+types/associate-page.ts';
import { Cover } from './cover.tsx';

export const handle = {
  breadcrumb: ({ associate }: { associate: AssociateDetail }) => associate.name,
};

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context, params }: Route.LoaderArgs) {
  const associate = await context.get(services).associates.find(params.associateId);
  if (!associate) throw data('This page could not be found', { status: 404 });
  return { associate };
}

/** The layout of an organisation's pages: its facts above, the tabs, the child page below. */
export default function Associate({ loaderData: { associate }, params }: Route.ComponentProps) {
  const base = `/associate/${params.associateId}`;
  const isApplying = useIsApplying();
  const isOwnPage = useMatch(base) !== null;
  return (
    <div className="page-container py-4 narrow:py-10">
      {isApplying ? (
        <NameLine associate={associate} />
      ) : (
        <Facts associate={associate} base={base} isWhole={isOwnPage} />
      )}
      {/* Where 申し込む leads: the form stands right below the tabs. */}
      <div id="give" className="scroll-mt-3">
        <Tabs
          label="団体のページ"
          tabs={[
            { to: base, label: '寄付を申し込む', end: true },
            { to: `${base}/vision`, label: '目指すこと' },
            { to: `${base}/activity`, label: '活動' },
            { to: `${base}/thanks`, label: 'お礼' },
            { to: `${base}/my-pledge`, label: '#mypledge' },
          ]}
        />
      </div>
      <Outlet />
    </div>
  );
}

/** The organisation in one line, so that the later steps of its form begin at the top of the screen. */
function NameLine({ associate }: { associate: AssociateDetail }) {
  return (
    <header className="mb-4 flex items-center gap-3">
      <Cover
        associateId={associate.id}
        challengeId={associate.socialChallenges[0]}
        image={associate.coverImage}
        sizes="44px"
        className="size-11 shrink-0 rounded-full"
      />
      <h1 className="min-w-0 truncate font-sans text-lg narrow:text-xl">{associate.name}</h1>
      {associate.isDeductible && (
        <span className="shrink-0">
          <Chip tone="leaf">控除対象</Chip>
        </span>
      )}
    </header>
  );
}

/**
 * Who they are, what was given and the way to give, all of it in the first view of a phone; then the rest.
 * `isWhole`: on the other tabs, a phone shows the first part alone, so that the tab's content is in view.
 */
function Facts({
  associate,
  base,
  isWhole,
}: {
  associate: AssociateDetail;
  base: string;
  isWhole: boolean;
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
        <h1 className="mt-1 font-sans max-narrow:line-clamp-3 max-narrow:text-xl">{name}</h1>
        <p className={`mt-2 max-narrow:line-clamp-2 ${rest}`}>{summary}</p>
        <Given associate={associate} />
        <p className="mt-4">
          <ButtonLink to={`${base}#give`} className="max-narrow:w-full">
            この団体に申し込む
          </ButtonLink>
        </p>
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
            {formatDate(associate.createdAt)}
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

/** What donations came to; before the first one, an invitation. */
function Given({ associate: { stat, totalYen } }: { associate: AssociateDetail }) {
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
        <Fact look="stack" label="寄付の合計">
          <Figure value={totalYen} unit="円" />
        </Fact>
      </dl>
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
