import { useNavigate } from 'react-router';
import { type ListLook, ListScreen } from '#app/admin/list-screen.tsx';
import { PageHead } from '#app/admin/page-head.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { RowLink } from '#app/admin/row-link.tsx';
import { CardLine } from '#app/admin/rows.tsx';
import { ScrollBox } from '#app/admin/scroll-box.tsx';
import { type ListSource, useList } from '#app/admin/use-list.ts';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Chip, type ChipTone } from '#app/ui/chip.tsx';
import { Fact, Facts } from '#app/ui/facts.tsx';
import { mailHref } from '#app/ui/links/contact-href.ts';
import { showToast } from '#app/ui/toast.tsx';
import { classifications } from '#domain/associates/classification.ts';
import { socialChallenges } from '#domain/challenges/social-challenge.ts';
import {
  type AdminListing,
  type ListingState,
  type ListingStep,
  listingStateLabels,
  listingsPageSize,
  nextListingStates,
} from '#domain/inbox/listing-application.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { formatDateTime } from '#domain/values/timestamp.ts';

export const meta = () => [
  { title: '掲載申請｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const tones: Record<ListingState, ChipTone> = {
  new: 'honey',
  'in-talks': 'sky',
  accepted: 'leaf',
  declined: 'plain',
};

const stepLabels: Record<Exclude<ListingState, 'new'>, string> = {
  'in-talks': '相談を始める',
  accepted: '掲載を決める（下書きを作る）',
  declined: '見送る',
};

const source: ListSource<AdminListing> = {
  path: '/admin/listings',
  parameters: { state: Object.keys(listingStateLabels) },
  api: '/api/office/listings',
  countsApi: '/api/office/listings/counts',
  rowKey: ({ id }) => id,
};

const look: ListLook<AdminListing> = {
  title: '掲載申請',
  pageSize: listingsPageSize,
  views: 'listings',
  csv: '/api/office/listings.csv',
  chips: { parameter: 'state', choices: [['', 'すべて'], ...Object.entries(listingStateLabels)] },
  columns: (links) => [
    {
      label: '日時',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(createdAt)}</span>
      ),
    },
    {
      label: '団体',
      isRowHeader: true,
      cell: ({ id, organisationName }) => (
        <RowLink {...links.entry(id)}>{organisationName}</RowLink>
      ),
    },
    { label: '種別', cell: ({ classification }) => classifications[classification].label },
    { label: '都道府県', cell: ({ prefecture }) => prefecture },
    { label: '状態', cell: ({ state }) => <StateChip state={state} /> },
  ],
  card: (listing, links) => (
    <>
      <RowLink {...links.entry(listing.id)}>{listing.organisationName}</RowLink>
      <p className="text-sm">
        {classifications[listing.classification].label}　{listing.prefecture}
      </p>
      <CardLine>
        <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(listing.createdAt)}</span>
        <StateChip state={listing.state} />
      </CardLine>
    </>
  ),
};

/** Organisations that ask to be listed, the new ones first. */
export default function ListingsPage() {
  const list = useList(source);
  return (
    <>
      <PageHead title="掲載申請" />
      <Panel label="掲載申請の一覧">
        <ListScreen
          list={list}
          look={look}
          details={{
            title: '掲載申請の内容',
            of: (_id, listing) =>
              listing && <Details key={listing.id} listing={listing} onChanged={list.onChanged} />,
          }}
        />
      </Panel>
    </>
  );
}

const StateChip = ({ state }: { state: ListingState }) => (
  <Chip tone={tones[state]}>{listingStateLabels[state]}</Chip>
);

function Details({ listing, onChanged }: { listing: AdminListing; onChanged: () => void }) {
  const { id, state } = listing;
  const submission = useSubmission(
    (body: ListingStep) => api<AdminListing>(`/api/office/listings/${id}`, { body }),
    {
      onDone(changed) {
        showToast(`「${listingStateLabels[changed.state]}」にしました。`);
        onChanged();
      },
    },
  );
  const making = useAssociateMaking(id);
  return (
    <div className="grid gap-4">
      <ListingFacts listing={listing} />
      <ScrollBox label="活動の内容" className="max-h-[40vh] border border-line bg-white p-4">
        <p className="whitespace-pre-wrap wrap-anywhere">{listing.message}</p>
      </ScrollBox>
      <SubmitError message={submission.message ?? making.message} />
      <div className="flex flex-wrap justify-end gap-3">
        {state === 'accepted' && (
          <Button isBusy={making.isPending} onClick={() => making.send({})}>
            団体の下書きを開く
          </Button>
        )}
        {nextListingStates[state].map((to) => (
          <Button
            key={to}
            variant={to === 'declined' ? 'outline' : 'primary'}
            isBusy={submission.isPending || making.isPending}
            onClick={() =>
              to === 'accepted' ? making.send({}) : submission.send({ from: state, to })
            }
          >
            {to === 'in-talks' && state !== 'new' ? '相談に戻す' : stepLabels[to]}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Makes the draft of an organisation of an application, which is accepted by that, and opens it. */
function useAssociateMaking(id: string) {
  const navigate = useNavigate();
  return useSubmission(
    (body: object) =>
      api<{ associateId: string }>(`/api/office/listings/${id}/associate`, { body }),
    { onDone: ({ associateId }) => navigate(`/admin/associates/${associateId}`) },
  );
}

function ListingFacts({ listing }: { listing: AdminListing }) {
  const { id, websiteUrl, email, socialChallenges: challenges } = listing;
  const subject = `団体掲載の件（${id}）`;
  return (
    <Facts>
      <Fact label="受付番号">
        <span className="tabular-nums">{id}</span>
      </Fact>
      <Fact label="状態">
        <StateChip state={listing.state} />
        <span className="ml-3 text-sm tabular-nums">{formatDateTime(listing.stateChangedAt)}</span>
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
        <a href={mailHref(email, { subject })} className="break-all text-coral-dark underline">
          {email}
        </a>
      </Fact>
      <Fact label="電話番号">{formatPhone(listing.tel)}</Fact>
    </Facts>
  );
}
