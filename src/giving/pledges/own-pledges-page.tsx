import type { Donation } from '#giving/donations/donation.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LongList } from '#kit/ui/long-list.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/own-pledges-page.ts';
import type { OwnPledge, OwnPledgeState } from './pledge.ts';
import { PledgePicture } from './pledge-picture.tsx';
import { SharePublished } from './share-published.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'わたしの#mypledge',
    description: '寄付にこめた思いを書き、公開の設定を選べます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [{ label: 'マイページ', to: '/mypage' }, { label: '#mypledge' }],
};

/** The donor's own pledges, and the donations without one. */
export default function OwnPledges() {
  const person = usePerson();
  return (
    <div className="page-container py-10">
      <h1>わたしの#mypledge</h1>
      <p className="mt-2 mb-6 max-w-narrow text-ink-2">
        お品物の思い出や団体への応援を、1回の寄付に1つ書けます。金額は、公開を選ばないかぎり表示されません。
      </p>
      {person && <SharePublished />}
      {person ? (
        <OwnPledgeList pledges={person.pledges} donations={person.donations} />
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  );
}

const states: Record<OwnPledgeState, { label: string; tone: ChipTone }> = {
  published: { label: '公開中', tone: 'leaf' },
  draft: { label: '下書き', tone: 'honey' },
  hidden: { label: '非公開', tone: 'plain' },
  withheld: { label: '運営者が公開を停止', tone: 'error' },
};

/** The donor's pledges with their states, and the donations that have none yet. */
function OwnPledgeList({
  pledges,
  donations,
}: {
  pledges: readonly OwnPledge[];
  donations: readonly Donation[];
}) {
  const written = new Set(pledges.map(({ appraisalId }) => appraisalId));
  const withoutPledge = donations.filter(({ appraisalId }) => !written.has(appraisalId));
  if (pledges.length === 0 && withoutPledge.length === 0) return <NoPledges />;
  return (
    <div className="space-y-10">
      {pledges.length > 0 && <LongList items={pledges} label="#mypledge" row={OwnPledgeCard} />}
      {withoutPledge.length > 0 && (
        <section aria-labelledby="unwritten">
          <h2 id="unwritten" className="mb-4 text-xl narrow:text-2xl">
            #mypledgeを書ける寄付
          </h2>
          <LongList
            columns="one"
            items={withoutPledge.map((donation) => ({ id: donation.appraisalId, donation }))}
            label="寄付"
            row={UnwrittenRow}
          />
        </section>
      )}
    </div>
  );
}

function UnwrittenRow({ item: { donation } }: { item: { donation: Donation } }) {
  const { appraisalId, associateName, amount, donatedAt } = donation;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-tile border border-line bg-paper p-4">
      <div className="min-w-0">
        <p className="font-bold">{associateName}</p>
        <p className="text-sm text-ink-2 tabular-nums">
          {formatDate(donatedAt)}　{formatYen(amount)}円
        </p>
      </div>
      <ButtonLink
        to={`/mypage/my-pledge/new?appraisalId=${appraisalId}`}
        variant="outline"
        size="small"
      >
        #mypledgeを書く
      </ButtonLink>
    </li>
  );
}

function OwnPledgeCard({ item: pledge }: { item: OwnPledge }) {
  const { id, state, text, items, donation, pledgedAt, reply } = pledge;
  const { label, tone } = states[state];
  const [first] = items;
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Chip tone={tone}>{label}</Chip>
        {reply !== '' && <Chip tone="sky">お返事あり</Chip>}
        <span className="ml-auto text-sm text-ink-2 tabular-nums">{formatDate(pledgedAt)}</span>
      </div>
      <div className="flex gap-4">
        {first && state !== 'withheld' && (
          <PledgePicture
            item={first}
            sizes="96px"
            className="size-24 shrink-0 rounded-xl bg-sand"
          />
        )}
        <div className="min-w-0">
          <p className="line-clamp-3">{text || '（本文はまだありません）'}</p>
          <p className="mt-1 truncate text-sm font-bold text-coral-dark">
            {donation.associateName}へ
          </p>
        </div>
      </div>
      <div className="mt-auto flex flex-wrap items-center gap-x-4">
        <ButtonLink to={`/mypage/my-pledge/${id}`} variant="outline" size="small">
          {state === 'withheld' ? '理由を見る' : '編集する'}
        </ButtonLink>
        {state === 'published' && (
          <Link to={`/my-pledge/${id}`} className="py-2 text-sm text-coral-dark underline">
            公開ページを見る
          </Link>
        )}
      </div>
    </Card>
  );
}

function NoPledges() {
  return (
    <EmptyState
      title="まだ#mypledgeを書ける寄付がありません"
      picture="love-letter"
      action={
        <>
          <ButtonLink to="/search">寄付先を探す</ButtonLink>
          <ButtonLink to="/my-pledge" variant="outline">
            みんなの#mypledge
          </ButtonLink>
        </>
      }
    >
      寄付が成立すると、お品物の思い出や応援の気持ちをここで書けるようになります。
    </EmptyState>
  );
}
