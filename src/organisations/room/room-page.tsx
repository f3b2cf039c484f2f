import { useState } from 'react';
import { Outlet, useLocation, useParams, useSearchParams } from 'react-router';
import { memoryOf, QueryMemory, useQuery } from '#kit/client/use-query.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Card } from '#kit/ui/card.tsx';
import { ChipLink } from '#kit/ui/chip.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Tabs } from '#kit/ui/navigation/tabs.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Account } from '#people/accounts/account.ts';
import { useSession } from '#people/session/session.ts';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/room-page.ts';
import type { RoomFacts } from './room.ts';
import type { StaffAssociate } from './staff-associate.ts';
import { type Room, roomApi, roomPath } from './use-room.ts';

/** A screen of an organisation's area. */
type RoomScreen = {
  /** Path below the organisation's address; `:id` stands for one text or statement. */
  path: string;
  /** Its heading, and first part of its page title. */
  title: string;
  /** Its menu label, by default the title; false for a screen that is linked from another one. */
  menu?: string | false;
};

const roomTitle = '団体の担当者のページ';

/** In the order of the menu; the first one is at the area's own address. */
const roomScreens: readonly RoomScreen[] = [
  { path: '', title: roomTitle, menu: '概要' },
  { path: 'thanks', title: 'お礼' },
  { path: 'thanks/:id', title: 'お礼を書く', menu: false },
  { path: 'donations', title: '寄付' },
  { path: 'uses', title: '受け取りと使い道' },
  { path: 'uses/:id', title: '使い道の報告を直す', menu: false },
  { path: 'page', title: '団体のページ' },
  { path: 'activities', title: '活動' },
  { path: 'activities/:id', title: '活動を書く', menu: false },
  { path: 'pledges', title: '#mypledge' },
  { path: 'receipts', title: '受領証明書' },
  { path: 'statements', title: '送金の明細' },
  { path: 'statements/:id', title: '送金の明細書', menu: false },
  { path: 'certifications', title: '認定' },
  { path: 'people', title: '担当者と招待', menu: '担当者' },
  { path: 'website', title: 'ボタンとチラシ', menu: 'ボタン・チラシ' },
];

/** The title of the screen at an address like /staff/ORGANISATION/thanks/ID. */
function screenTitle(pathname: string): string {
  const [path = '', id] = pathname.split('/').filter(Boolean).slice(2);
  const asked = id === undefined ? path : `${path}/:id`;
  return roomScreens.find((screen) => screen.path === asked)?.title ?? roomTitle;
}

export const meta: Route.MetaFunction = (args) => {
  const title = screenTitle(args.location.pathname);
  return pageMeta(args, {
    title: title === roomTitle ? title : `${title}｜${roomTitle}`,
    description: '担当されている団体の寄付やお礼、ページをご覧いただけます。',
    isListed: false,
  });
};

export const handle = {
  guard: 'staff',
  breadcrumb: [{ label: roomTitle, to: '/staff' }],
};

/** The area of an organisation, with its pages below the menu. */
export default function StaffRoom() {
  const person = usePerson();
  const { role } = useSession();
  const { pathname } = useLocation();
  return (
    <div className="plain-headings page-container min-h-dvh py-10">
      <h1 className="mb-2">{screenTitle(pathname)}</h1>
      {person?.account && role !== 'staff' && <NotPermitted />}
      {person?.account && role === 'staff' && (
        <WithMemory key={person.uid} account={person.account} />
      )}
      {!person?.account && <Loading />}
    </div>
  );
}

/** For operators who followed a link; their session stays. */
function NotPermitted() {
  return (
    <Card>
      <h2 className="text-xl">403：この画面は、団体の担当者だけが開けます</h2>
      <p className="mt-3">団体のページやお礼の確認は、運営の画面からできます。</p>
      <p className="mt-4">
        <Link to="/admin" className="text-coral-dark underline">
          運営の画面へ
        </Link>
      </p>
    </Card>
  );
}

/** Caches loaded data, so that going back shows it at once, until sign-out. */
function WithMemory({ account }: { account: Account }) {
  const [memory] = useState(() => memoryOf(account));
  return (
    <QueryMemory value={memory}>
      <OwnAssociates />
    </QueryMemory>
  );
}

function OwnAssociates() {
  const own = useQuery<StaffAssociate[]>('/api/staff/associates');
  const { associateId } = useParams();
  const [search] = useSearchParams();
  if (own.problem && !own.value) {
    return <LoadFailure message={own.problem.message} onRetry={own.reload} />;
  }
  if (!own.value) return <Loading />;
  const requestedId = associateId ?? search.get('associate');
  const found = own.value.find(({ id }) => id === requestedId);
  // An address that names a foreign organisation shows none.
  const chosen = associateId === undefined ? (found ?? own.value[0]) : found;
  if (chosen) return <OneRoom key={chosen.id} associate={chosen} associates={own.value} />;
  return associateId === undefined ? <NoAssociate /> : <ForeignAssociate />;
}

const NoAssociate = () => (
  <EmptyState title="担当の団体がまだありません">
    運営者が担当の団体を登録すると、ここに寄付の状況が表示されます。
  </EmptyState>
);

const ForeignAssociate = () => (
  <EmptyState title="この団体の画面は見つかりませんでした">
    担当されている団体の画面は、「団体の担当者のページ」の最初の画面からお開きください。
  </EmptyState>
);

function Loading() {
  return (
    <Card>
      <Skeleton lines={8} label="団体の情報を読み込んでいます" />
    </Card>
  );
}

type OneRoomProps = { associate: StaffAssociate; associates: readonly StaffAssociate[] };

function OneRoom({ associate, associates }: OneRoomProps) {
  const facts = useQuery<RoomFacts>(roomApi(associate.id, '/room'));
  return (
    <>
      {associates.length > 1 ? (
        <Choice associate={associate} associates={associates} />
      ) : (
        <p className="mb-4 text-ink-2 wrap-anywhere">{associate.name}</p>
      )}
      <RoomMenu id={associate.id} />
      <div className="mt-6">
        {facts.problem && !facts.value && (
          <LoadFailure message={facts.problem.message} onRetry={facts.reload} />
        )}
        {!facts.value && !facts.problem && <Loading />}
        {facts.value && (
          <Outlet
            context={
              {
                associate,
                facts: facts.value,
                mayChange: facts.value.role === 'editor',
                reloadFacts: facts.reload,
              } satisfies Room
            }
          />
        )}
      </div>
    </>
  );
}

function Choice({ associate, associates }: OneRoomProps) {
  return (
    <nav aria-label="担当の団体" className="mb-4 flex print:hidden flex-wrap gap-2">
      {associates.map(({ id, name }) => (
        <ChipLink
          key={id}
          to={`/staff?${new URLSearchParams({ associate: id })}`}
          isCurrent={id === associate.id}
        >
          {name}
        </ChipLink>
      ))}
    </nav>
  );
}

const RoomMenu = ({ id }: { id: string }) => (
  <Tabs
    label="団体の画面"
    tabs={roomScreens
      .filter(({ menu }) => menu !== false)
      .map(({ path, title, menu }) =>
        path === ''
          ? {
              to: `/staff?${new URLSearchParams({ associate: id })}`,
              label: menu || title,
              end: true,
            }
          : { to: roomPath(id, path), label: menu || title },
      )}
  />
);
