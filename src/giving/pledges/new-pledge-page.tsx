import { useNavigate, useSearchParams } from 'react-router';
import type { Donation } from '#giving/donations/donation.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { Session } from '#people/session/session.ts';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/new-pledge-page.ts';
import type { OwnPledge } from './pledge.ts';
import { emptyWords } from './pledge-draft.ts';
import { PledgeForm } from './pledge-form.tsx';
import { savedMessage } from './pledge-state.ts';
import { savedPledgeState } from './share-published.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '#mypledgeを書く',
    description: '寄付したお品物の思い出や、団体への応援の気持ちを書けます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [
    { label: 'マイページ', to: '/mypage' },
    { label: '#mypledge', to: '/mypage/my-pledge' },
    { label: '書く' },
  ],
};

/** A new pledge for the donation in the URL. */
export default function NewPledge() {
  const person = usePerson();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const appraisalId = search.get('appraisalId');
  const donation = person?.donations.find((one) => one.appraisalId === appraisalId);
  const written = person?.pledges.find((one) => one.appraisalId === appraisalId);
  return (
    <div className="plain-headings page-container py-10">
      <h1 className="mb-6">#mypledgeを書く</h1>
      {!person && <Skeleton lines={8} />}
      {person && (!donation || written) && <CannotWrite written={written} />}
      {person && donation && !written && (
        <PledgeForm
          key={donation.appraisalId}
          first={emptyPledge(person, donation)}
          shown={undefined}
          amountYen={donation.amount}
          onKeepStored={() => undefined}
          onDone={(saved) => {
            showToast(savedMessage(saved.state));
            navigate('/mypage/my-pledge', { state: savedPledgeState(saved) });
          }}
        />
      )}
    </div>
  );
}

function CannotWrite({ written }: { written: OwnPledge | undefined }) {
  return (
    <EmptyState
      title={written ? 'この寄付の#mypledgeは、もう書かれています' : '寄付が見つかりませんでした'}
      picture="love-letter"
      action={
        written ? (
          <ButtonLink to={`/mypage/my-pledge/${written.id}`}>編集する</ButtonLink>
        ) : (
          <ButtonLink to="/mypage/my-pledge">書ける寄付を見る</ButtonLink>
        )
      }
    >
      {!written && (
        <>
          #mypledgeは、成立した寄付について書けます。
          <Link to="/mypage/donation-history" className="text-coral-dark underline">
            寄付の履歴
          </Link>
          もご確認ください。
        </>
      )}
    </EmptyState>
  );
}

/** The initial values of a new pledge. */
function emptyPledge(
  { uid, profile }: Session,
  { appraisalId, associateId, socialChallengeId, associateName, donatedAt }: Donation,
): OwnPledge {
  return {
    id: '',
    appraisalId,
    pledgedAt: donatedAt,
    author: { uid, name: profile?.name ?? '', image: profile?.image ?? '' },
    donation: { associateId, socialChallengeId, associateName, amount: null },
    items: [],
    reply: '',
    state: 'draft',
    ...emptyWords,
    withheldReason: '',
  };
}
