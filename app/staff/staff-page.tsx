import { useSearchParams } from 'react-router';
import { pageMeta } from '#app/page-meta.ts';
import { api } from '#app/session/api.ts';
import { useLoaded } from '#app/session/use-loaded.ts';
import { usePerson } from '#app/session/use-person.ts';
import { Card } from '#app/ui/card.tsx';
import { ChipLink } from '#app/ui/chip.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { StaffAssociate } from '#domain/staff/staff-associate.ts';
import type { Route } from './+types/staff-page.ts';
import { OwnAssociate } from './own-associate.tsx';
import { OwnDonations, staffPath } from './own-donations.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '団体の担当者のページ',
    description: '担当されている団体への寄付をご覧いただけます。',
    isListed: false,
  });

export const handle = { guard: 'staff', breadcrumb: [{ label: '団体の担当者のページ' }] };

/** What an organisation's staff reads of it: figures, donations, pledges. Nothing can be changed here. */
export default function Staff() {
  const person = usePerson();
  const own = useLoaded(person?.uid, () => api<StaffAssociate[]>('/api/staff/associates'));
  return (
    <div className="plain-headings page-container min-h-dvh py-10">
      <h1 className="mb-2">団体の担当者のページ</h1>
      <p className="mb-6 text-ink-2">
        担当されている団体への寄付をご覧いただけます。寄付者のお名前やご住所は表示されません。
      </p>
      {own.kind === 'loading' && (
        <Card>
          <Skeleton lines={8} label="団体の情報を読み込んでいます" />
        </Card>
      )}
      {own.kind === 'failed' && <LoadFailure message={own.message} onAgain={own.again} />}
      {own.kind === 'ready' && <Room associates={own.value} />}
    </div>
  );
}

function Room({ associates }: { associates: readonly StaffAssociate[] }) {
  const [search] = useSearchParams();
  const chosen = associates.find(({ id }) => id === search.get('associate')) ?? associates[0];
  if (!chosen) {
    return (
      <EmptyState title="担当の団体がまだありません">
        運営者が担当の団体を登録すると、ここに寄付の状況が表示されます。
      </EmptyState>
    );
  }
  const page = Number(search.get('page') ?? '1');
  const isReceiptOnly = search.get('receipt') === 'true';
  return (
    <>
      {associates.length > 1 && (
        <nav aria-label="担当の団体" className="mb-6 flex flex-wrap gap-2">
          {associates.map(({ id, name }) => (
            <ChipLink
              key={id}
              to={staffPath({ associateId: id, page: 1, isReceiptOnly: false })}
              isCurrent={id === chosen.id}
            >
              {name}
            </ChipLink>
          ))}
        </nav>
      )}
      <OwnAssociate associate={chosen} />
      <OwnDonations associateId={chosen.id} {...{ page, isReceiptOnly }} />
    </>
  );
}
