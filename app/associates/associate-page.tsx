import { data, Outlet, useLocation } from 'react-router';
import { isPastFirstStep } from '#app/applications/form/step-state.ts';
import { services } from '#app/context.ts';
import { unlessSameUrl } from '#app/revalidation.ts';
import { Chip } from '#app/ui/chip.tsx';
import { Fact } from '#app/ui/facts.tsx';
import { Tabs } from '#app/ui/navigation/tabs.tsx';
import { Ribbon } from '#app/ui/ribbon.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
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
  const { state } = useLocation();
  // The server knows no step.
  const isApplying = useHydrated() && isPastFirstStep(state);
  const base = `/associate/${params.associateId}`;
  return (
    <div className="page-container py-10">
      {isApplying ? <NameLine associate={associate} /> : <Facts associate={associate} />}
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

function Facts({ associate }: { associate: AssociateDetail }) {
  const { name, summary, classification, locations, isDeductible, stat } = associate;
  return (
    <header className="relative mb-8 overflow-hidden rounded-card border border-line bg-paper desktop:grid desktop:grid-cols-[2fr_3fr]">
      <Cover
        associateId={associate.id}
        challengeId={associate.socialChallenges[0]}
        className="h-32 narrow:h-44 desktop:h-full"
      />
      {isDeductible && <Ribbon>控除対象</Ribbon>}
      <div className="p-6">
        <p className="text-sm text-ink-2">
          {classifications[classification].label}・{locations.join('、')}
        </p>
        <h1 className="mt-1 font-sans">{name}</h1>
        <p className="mt-2">{summary}</p>
        <ul className="mt-3 flex flex-wrap gap-2">
          {associate.socialChallenges.map((challenge) => (
            <li key={challenge}>
              <Chip>{socialChallenges[challenge].label}</Chip>
            </li>
          ))}
        </ul>
        <hr className="stitch my-5" />
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm narrow:grid-cols-4">
          <Fact look="stack" label="今月のご寄付">
            <span className="figures text-2xl text-coral-dark">{formatYen(stat.monthlyCount)}</span>
            件
          </Fact>
          <Fact look="stack" label="累計のご寄付">
            <span className="figures text-2xl text-coral-dark">{formatYen(stat.totalCount)}</span>件
          </Fact>
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
