import { useNavigate } from 'react-router';
import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { classifications } from '#organisations/associates/classification.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import {
  type AdminListing,
  type ListingState,
  type ListingStep,
  listingStateLabels,
  nextListingStates,
} from '#people/messages/listing-application.ts';
import type { Route } from './+types/listing-application-page.ts';
import { ListingStateChip } from './listing-state-chip.tsx';
import { ThreadScreen } from './thread-screen.tsx';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${params.id}｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const list = { path: '/admin/listings', label: '掲載申請の一覧' };

const stepLabels: Record<Exclude<ListingState, 'new'>, string> = {
  'in-talks': '相談を始める',
  accepted: '掲載を決める（下書きを作る）',
  declined: '見送る',
};

/** An organisation's listing application: its thread, and the decision. */
export default function ListingApplicationPage({ params: { id } }: Route.ComponentProps) {
  return (
    <ThreadScreen key={id} id={id} list={list}>
      {({ thread: { listing }, onStale, reload }) =>
        listing && (
          <Panel title="掲載申請">
            <ListingFacts listing={listing} />
            <ListingSteps listing={listing} onMoved={reload} onStale={onStale} />
          </Panel>
        )
      }
    </ThreadScreen>
  );
}

function ListingSteps({
  listing: { id, state },
  onMoved,
  onStale,
}: {
  listing: AdminListing;
  onMoved: () => void;
  onStale: () => void;
}) {
  const submission = useSubmission(
    (body: ListingStep) => api<AdminListing>(`/api/office/listings/${id}`, { body }),
    {
      onDone(changed) {
        showToast(`「${listingStateLabels[changed.state]}」にしました。`);
        onMoved();
      },
    },
  );
  const making = useAssociateMaking(id);
  async function move(to: ListingStep['to']) {
    const outcome = await submission.send({ from: state, to });
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onStale();
  }
  return (
    <div className="mt-4">
      <SubmitError message={submission.message ?? making.message} />
      <div className="flex flex-wrap gap-3">
        {state === 'accepted' && (
          <Button size="small" isBusy={making.isPending} onClick={() => making.send({})}>
            団体の下書きを開く
          </Button>
        )}
        {nextListingStates[state].map((to) => (
          <Button
            key={to}
            size="small"
            variant={to === 'accepted' ? 'primary' : 'outline'}
            isBusy={submission.isPending || making.isPending}
            onClick={() => (to === 'accepted' ? making.send({}) : move(to))}
          >
            {to === 'in-talks' && state !== 'new' ? '相談に戻す' : stepLabels[to]}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Creates a draft organisation from an application, which accepts it, and opens the draft. */
function useAssociateMaking(id: string) {
  const navigate = useNavigate();
  return useSubmission(
    (body: object) =>
      api<{ associateId: string }>(`/api/office/listings/${id}/associate`, { body }),
    { onDone: ({ associateId }) => navigate(`/admin/associates/${associateId}`) },
  );
}

function ListingFacts({ listing }: { listing: AdminListing }) {
  const { websiteUrl, email, socialChallenges: challenges } = listing;
  return (
    <Facts>
      <Fact label="状態">
        <ListingStateChip state={listing.state} />
        <span className="ml-3 text-sm whitespace-nowrap tabular-nums">
          {formatDateTime(listing.stateChangedAt)}
        </span>
      </Fact>
      <Fact label="団体の名称">
        <b className="wrap-anywhere">{listing.organisationName}</b>
      </Fact>
      <Fact label="種別">{classifications[listing.classification].label}</Fact>
      <Fact label="認定">{listing.certification}</Fact>
      <Fact label="代表者">{listing.representative}</Fact>
      <Fact label="都道府県">{listing.prefecture}</Fact>
      <Fact label="社会課題">
        {challenges.map((challenge) => socialChallenges[challenge].label).join('、')}
      </Fact>
      <Fact label="ウェブサイト">
        {websiteUrl && (
          <a
            href={websiteUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="break-all text-coral-dark underline"
          >
            {websiteUrl}
          </a>
        )}
      </Fact>
      <Fact label="担当者">{listing.personName}</Fact>
      <Fact label="メールアドレス">
        <span className="break-all">{email}</span>
      </Fact>
      <Fact label="電話番号">{formatPhone(listing.tel)}</Fact>
    </Facts>
  );
}
